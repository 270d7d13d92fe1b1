import {
  type BridgeCall,
  type BridgeCalls,
  type BridgeErrorCode,
  bridgeErrors,
  type CallParams,
  type CatalogItem,
  type ConsumeResult,
  createRateLimit,
  MAX_CALLS_PER_SECOND,
  type Player,
  type PortalBridgeCalls,
  type Purchase,
  type PurchaseOutcome,
  type SavedValue,
  type SaveResult,
  type Saves,
} from '@playhub/contract/bridge-protocol'
import { readCallParams } from '@playhub/contract/plays/call-params'
import { findBrokenLimit } from '@playhub/contract/saves/room'
import type { EventListener, PlayhubError, Transport } from './transport.ts'

/** An item of the local shop. Missing fields get defaults. */
export type LocalItem = Pick<CatalogItem, 'id'> & Partial<CatalogItem>

/** Configures the simulated hub in local mode. */
export interface LocalOptions {
  /** Default: a signed-in player called "Local player". */
  player?: Partial<Player> | undefined
  /** Two letters. Default: the page's `?lng=`, else the browser's language. */
  language?: string | undefined
  /** The items of the shop. Default: none. */
  catalog?: LocalItem[] | undefined
  /** The codes that `purchase` takes; they change no price. Default: none. */
  codes?: readonly string[] | undefined
  /** Outcome of a purchase. Default: `paid`. A function may ask the developer. */
  purchaseOutcome?:
    | PurchaseOutcome['status']
    | ((item: CatalogItem) => PurchaseOutcome['status'] | Promise<PurchaseOutcome['status']>)
    | undefined
}

/** Games for portals have no local mode. */
type LocalCall = Exclude<BridgeCall, keyof PortalBridgeCalls>
type Handlers = { [C in LocalCall]: (params: BridgeCalls[C]['params']) => unknown }

type Fail = (code: BridgeErrorCode, message?: string, current?: SavedValue) => never

/**
 * Simulates a hub: a player, saves, and a shop whose free purchases are stored in this browser. It refuses what a hub
 * refuses. It is a file of its own, which games in a hub do not load.
 * @param ErrorClass  The SDK's own class, which games compare with.
 */
export function createLocalTransport(options: LocalOptions, ErrorClass: typeof PlayhubError): Transport {
  const fail: Fail = (code, message = bridgeErrors[code], current) => {
    throw new ErrorClass(code, message, current)
  }
  const isWithinRate = createRateLimit(MAX_CALLS_PER_SECOND)
  const purchases = createLocalPurchases(fail)
  const saves = createLocalSaves(fail)
  const catalog = (options.catalog ?? []).map(toCatalogItem)
  const language = options.language ?? browserLanguage()
  const loggedIn: Player = { id: 'local', name: 'Local player', isGuest: false, ...options.player }
  let player = loggedIn
  const codes = (options.codes ?? []).map(toPlainCode)
  let isBusy = false
  let emit: EventListener = () => {}

  function setPlayer(next: Player): Player {
    player = next
    emit('player', player)
    return player
  }

  const signIn = () => setPlayer({ ...loggedIn, isGuest: false })

  async function purchase({ itemId, code }: CallParams<'purchase'>): Promise<PurchaseOutcome> {
    const item = catalog.find(({ id }) => id === itemId)
    if (!item) return fail('UNKNOWN_ITEM', `${bridgeErrors.UNKNOWN_ITEM} Item: "${itemId}".`)
    if (code !== undefined && !codes.includes(toPlainCode(code))) return fail('UNKNOWN_CODE')
    if (player.isGuest) signIn()
    const { purchaseOutcome = 'paid' } = options
    const status = typeof purchaseOutcome === 'function' ? await purchaseOutcome(item) : purchaseOutcome
    if (status !== 'paid') return { status }
    const bought = item.contains ?? [{ id: itemId, quantity: 1 }]
    const [purchase = purchases.add(itemId)] = bought.flatMap(({ id, quantity }) =>
      Array.from({ length: quantity }, () => purchases.add(id)),
    )
    return { status, purchase }
  }

  /** One at a time. */
  async function withDialog<T>(openDialog: () => T | Promise<T>): Promise<T> {
    if (isBusy) return fail('BUSY')
    isBusy = true
    try {
      return await openDialog()
    } finally {
      isBusy = false
    }
  }

  const asPlayer = <T>(run: () => T): T => (player.isGuest ? fail('NOT_SIGNED_IN') : run())

  async function call<C extends LocalCall>(name: C, given: BridgeCalls[C]['params']): Promise<never> {
    if (!isWithinRate()) fail('RATE_LIMITED')
    const read = readCallParams(name, given)
    if ('error' in read) return fail(read.error.code, read.error.message)
    return (await handlers[name](read.params as never)) as never
  }

  const handlers: Handlers = {
    init: () => ({
      player,
      language,
      project: { id: 'local', name: document.title },
      capabilities: [
        'player',
        'signIn',
        'shop',
        'language',
        'launch',
        'saves',
        'leaderboards',
        'achievements',
        'insights',
      ],
      launchParams: readLaunchParams(),
      saves: { ...saves.list() },
    }),
    getPlayer: () => player,
    getToken: () =>
      asPlayer(() => fail('NOT_AVAILABLE', `${bridgeErrors.NOT_AVAILABLE} Local mode has no tokens.`)),
    signIn: () => withDialog(signIn),
    signOut: () => setPlayer({ id: null, name: 'Guest', isGuest: true }),
    getCatalog: () => catalog,
    purchase: (request) => withDialog(() => purchase(request)),
    getPurchases: (): Purchase[] => (player.isGuest ? [] : purchases.unconsumed()),
    consumePurchase: ({ id }) => asPlayer(() => purchases.consume(id)),
    claimGift: () => asPlayer(() => fail('UNKNOWN_OFFER')),
    getLanguage: () => language,
    ready: () => null,
    gameplayStart: () => null,
    gameplayStop: () => null,
    celebrate: () => null,
    leave: () => null,
    track: () => null,
    getGames: () => ({ url: location.href, games: [] }),
    openSupport: () => null,
    showBreak: () => ({ shown: false, rewarded: false }),
    progress: () => null,
    shareLink: ({ launchParams }) => createShareLink(launchParams),
    'saves.list': saves.list,
    'saves.set': saves.set,
    'scores.submit': ({ score }) => ({
      state: player.isGuest ? 'queued' : 'submitted',
      best: score,
      isNewBest: true,
      rank: null,
    }),
    'scores.top': () => [],
    'scores.around': () => [],
    'achievements.progress': ({ id, progress }) => asPlayer(() => ({ id, progress, isUnlocked: true })),
    'achievements.list': () => [],
  }

  return {
    call: call as Transport['call'],
    listen: (listener) => {
      emit = listener
    },
    close: () => {},
  }
}

/** Case, spaces and hyphens make no difference. */
const toPlainCode = (code: string) => code.replace(/[\s-]/g, '').toUpperCase()

function browserLanguage(): string {
  const requested = new URLSearchParams(location.search).get('lng')
  return (requested ?? navigator.language).slice(0, 2)
}

const LAUNCH = 'launch.'

function readLaunchParams(): Record<string, string> {
  const given = [...new URLSearchParams(location.search)].filter(([name]) => name.startsWith(LAUNCH))
  return Object.fromEntries(given.map(([name, value]) => [name.slice(LAUNCH.length), value]))
}

function createShareLink(launchParams: Record<string, string>): string {
  const link = new URL(location.href)
  link.search = ''
  for (const [name, value] of Object.entries(launchParams)) link.searchParams.set(LAUNCH + name, value)
  return link.href
}

function toCatalogItem(item: LocalItem): CatalogItem {
  const price = { amountMinor: 99, currency: 'USD', formatted: '$0.99' }
  return { title: item.id, description: '', imageUrl: null, price, ...item }
}

/** Stores one list of local mode in this browser, or in memory where the browser refuses storage. */
function createLocalStore<T extends object>(name: string, empty: T) {
  const key = `playhub:local-${name}`
  let inMemory = empty
  return {
    read(): T {
      try {
        const stored = JSON.parse(localStorage.getItem(key) ?? 'null')
        return stored?.constructor === empty.constructor ? stored : empty
      } catch {
        return inMemory
      }
    },
    write(value: T): void {
      inMemory = value
      try {
        localStorage.setItem(key, JSON.stringify(value))
      } catch {
        // The values last as long as the page.
      }
    },
  }
}

/** Stores purchases in this browser, so the next start finds an interrupted one. */
function createLocalPurchases(fail: Fail) {
  const { read, write } = createLocalStore<Purchase[]>('purchases', [])
  return {
    add(itemId: string): Purchase {
      const createdAt = Date.now()
      const id = `local-${createdAt}-${Math.random().toString(36).slice(2, 8)}`
      const purchase: Purchase = { id, itemId, state: 'granted', createdAt }
      write([...read(), purchase])
      return purchase
    },
    unconsumed: (): Purchase[] => read().filter(({ state }) => state === 'granted'),
    consume(id: string): ConsumeResult {
      const purchases = read()
      const purchase =
        purchases.find((candidate) => candidate.id === id) ??
        purchases.find(({ itemId, state }) => itemId === id && state === 'granted')
      if (!purchase) return fail('UNKNOWN_PURCHASE', `${bridgeErrors.UNKNOWN_PURCHASE} Id: "${id}".`)
      const alreadyConsumed = purchase.state === 'consumed'
      purchase.state = 'consumed'
      write(purchases)
      return { id: purchase.id, alreadyConsumed }
    },
  }
}

/** One player's saves, whoever plays. */
function createLocalSaves(fail: Fail) {
  const { read, write } = createLocalStore<Saves>('saves', {})
  return {
    list: read,
    set({ key, value, version }: CallParams<'saves.set'>): SaveResult {
      const saves = { ...read() }
      const current = saves[key]
      const broken = findBrokenLimit(new Map(Object.entries(saves)), { key, value })
      if (broken) fail(broken.code, broken.message)
      if ((current?.version ?? 0) !== version) fail('SAVE_CONFLICT', bridgeErrors.SAVE_CONFLICT, current)
      if (value === null) delete saves[key]
      else saves[key] = { value, version: version + 1, savedAt: Date.now() }
      write(saves)
      return { state: 'saved', version: version + 1 }
    },
  }
}
