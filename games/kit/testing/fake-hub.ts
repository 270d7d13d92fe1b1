import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HELLO, WELCOME } from '@playhub/contract/bridge-protocol'
import { afterAll, beforeAll } from 'vitest'

interface FakeHubOptions {
  project: string
  item: { id: string; title: string }
  /** The address of the game in the frame, asked for when the page is. */
  gameUrl(): string
}

/** What the page of a hub does, cut down to what a game asks of it. Runs in the browser. */
const hubScript = ({ project, item }: FakeHubOptions) => `
  const guest = { id: null, name: 'Guest', isGuest: true }
  const anna = { id: 'anna', name: 'Anna', isGuest: false }
  let player = guest
  const purchases = []
  window.heard = []
  window.answers = {
    init: () => ({ player, language: 'en', project: { id: '${project}', name: '${project}' },
      capabilities: ['player', 'signIn', 'shop', 'language', 'pause', 'support'] }),
    getCatalog: () => [{ id: '${item.id}', title: '${item.title}', description: '', imageUrl: null,
      price: { amountMinor: 39900, currency: 'RUB', formatted: '399 ₽' } }],
    getPlayer: () => player,
    getToken: () => ({ token: 'e30.e30.e30', expiresAt: 4102444800000 }),
    signIn: () => { player = anna; tell('player', player); return player },
    signOut: () => { player = guest; tell('player', player); return player },
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
  window.tell = (event, payload) => port.postMessage({ event, payload })
  addEventListener('message', ({ data, source, origin }) => {
    if (data?.type !== '${HELLO}' || port) return
    const channel = new MessageChannel()
    port = channel.port1
    port.onmessage = ({ data: { id, call, params } }) => {
      heard.push(call)
      const result = answers[call]?.(params) ?? null
      port.postMessage({ id, ok: true, result })
    }
    const welcome = { type: '${WELCOME}', nonce: data.nonce, version: data.versions[0], capabilities: [] }
    source.postMessage(welcome, origin, [channel.port2])
  })
`

/**
 * A page that frames a game as the hub does. It is of the same site as the games: this browser denies storage to
 * frames of another site.
 * @returns the page's address, once it is there.
 */
export function openFakeHub(options: FakeHubOptions): () => Promise<string> {
  let server: Server
  const listening = Promise.withResolvers<string>()
  beforeAll(() => {
    server = createServer((_request, response) => {
      const frame = `<iframe title="Game" src="${options.gameUrl()}" style="width:800px;height:560px"></iframe>`
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(
        `<!doctype html><link rel="icon" href="data:,"><script>${hubScript(options)}</script>${frame}`,
      )
    })
    server.listen(0, 'localhost', () =>
      listening.resolve(`http://localhost:${(server.address() as AddressInfo).port}`),
    )
  })
  afterAll(() => void server.close())
  return () => listening.promise
}
