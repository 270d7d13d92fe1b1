import { HELLO, WELCOME } from '@playhub/contract/bridge-protocol'
import { type LocalServer, startLocalServer } from '@playhub/test-kit/local-server'

export interface FakeHubOptions {
  project: string
  item: { id: string; title: string }
  /** The framed game's URL. Called for each page request. */
  gameUrl(): string
}

/** The minimal hub page for a game. Tests read `calls`, replace `answers` and call `emit`. */
const hubScript = ({ project, item }: FakeHubOptions) => `
  const guest = { id: null, name: 'Guest', isGuest: true }
  const anna = { id: 'anna', name: 'Anna', isGuest: false }
  let player = guest
  const purchases = []
  const saves = {}
  window.calls = []
  window.answers = {
    init: () => ({ player, language: 'en', project: { id: '${project}', name: '${project}' },
      capabilities: ['player', 'signIn', 'shop', 'language', 'pause', 'support'] }),
    getCatalog: () => [{ id: '${item.id}', title: '${item.title}', description: '', imageUrl: null,
      price: { amountMinor: 39900, currency: 'RUB', formatted: '399 ₽' } }],
    getPlayer: () => player,
    'saves.list': () => saves[player.name] ?? {},
    'saves.set': ({ key, value, version }) => {
      saves[player.name] = { ...saves[player.name], [key]: { value, version: version + 1, savedAt: 1 } }
      return { state: 'saved', version: version + 1 }
    },
    getToken: () => ({ token: 'e30.e30.e30', expiresAt: 4102444800000 }),
    signIn: () => { player = anna; emit('player', player); return player },
    signOut: () => { player = guest; emit('player', player); return player },
    purchase: ({ itemId }) => {
      const purchase = { id: 'bought-' + purchases.length, itemId, state: 'granted', createdAt: 1 }
      purchases.push(purchase)
      return { status: 'paid', purchase }
    },
    getPurchases: () => purchases.filter(({ state }) => state === 'granted'),
    consumePurchase: ({ id }) => {
      const purchase = purchases.find((candidate) => candidate.id === id)
      const alreadyConsumed = purchase.state === 'consumed'
      purchase.state = 'consumed'
      return { id, alreadyConsumed }
    },
  }
  let port
  window.emit = (event, payload) => port.postMessage({ event, payload })
  addEventListener('message', ({ data, source, origin }) => {
    if (data?.type !== '${HELLO}' || port) return
    const channel = new MessageChannel()
    port = channel.port1
    port.onmessage = ({ data: { id, call, params } }) => {
      calls.push(call)
      const result = answers[call]?.(params) ?? null
      port.postMessage({ id, ok: true, result })
    }
    const welcome = { type: '${WELCOME}', nonce: data.nonce, version: data.versions[0], capabilities: [] }
    source.postMessage(welcome, origin, [channel.port2])
  })
`

/**
 * Serves a page with a framed game like the hub's. It is same-site with the games, because this browser denies storage
 * to cross-site frames.
 */
export async function startFakeHub(options: FakeHubOptions): Promise<LocalServer> {
  return startLocalServer((_request, response) => {
    const frame = `<iframe title="Game" src="${options.gameUrl()}" style="width:800px;height:560px"></iframe>`
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(
      `<!doctype html><link rel="icon" href="data:,"><script>${hubScript(options)}</script>${frame}`,
    )
  }, 'localhost')
}
