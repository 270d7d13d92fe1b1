import type {
  BridgeCall,
  BridgeCalls,
  CatalogItem,
  ConsumeResult,
  Player,
  Purchase,
  PurchaseOutcome,
} from '@playhub/contract/bridge-protocol'
import { type EventListener, PlayhubError, type Transport } from './transport.ts'

/** An item of the local shop. Missing fields get defaults. */
export type LocalItem = Pick<CatalogItem, 'id'> & Partial<CatalogItem>

/** Configures the simulated hub in local mode. */
export interface LocalOptions {
  /** Default: a signed-in player called "Local player". */
  player?: Partial<Player>
  /** Two letters. Default: the page's `?lng=`, else the browser's language. */
  language?: string
  /** The items of the shop. Default: none. */
  catalog?: LocalItem[]
  /** How a purchase ends. Default: `paid`. A function may ask the developer. */
  purchaseOutcome?:
    | PurchaseOutcome['status']
    | ((item: CatalogItem) => PurchaseOutcome['status'] | Promise<PurchaseOutcome['status']>)
}

type Handlers = { [C in BridgeCall]: (params: BridgeCalls[C]['params']) => unknown }

/** Simulates a hub: a player and a shop whose free purchases are stored in this browser. */
export function createLocalTransport(options: LocalOptions): Transport {
  const purchases = createLocalPurchases()
  const catalog = (options.catalog ?? []).map(toCatalogItem)
  const language = options.language ?? browserLanguage()
  const loggedIn: Player = { id: 'local', name: 'Local player', isGuest: false, ...options.player }
  let player = loggedIn
  let emit: EventListener = () => {}

  function setPlayer(next: Player): Player {
    player = next
    emit('player', player)
    return player
  }

  async function purchase(itemId: string): Promise<PurchaseOutcome> {
    const item = catalog.find(({ id }) => id === itemId)
    if (!item) throw new PlayhubError('UNKNOWN_ITEM')
    const { purchaseOutcome = 'paid' } = options
    const status = typeof purchaseOutcome === 'function' ? await purchaseOutcome(item) : purchaseOutcome
    return status === 'paid' ? { status, purchase: purchases.add(itemId) } : { status }
  }

  const handlers: Handlers = {
    init: () => ({
      player,
      language,
      project: { id: 'local', name: document.title },
      capabilities: ['player', 'signIn', 'shop', 'language', 'launch'],
      launchParams: readLaunchParams(),
    }),
    getPlayer: () => player,
    getToken: () => {
      throw new PlayhubError('NOT_AVAILABLE')
    },
    signIn: () => setPlayer({ ...loggedIn, isGuest: false }),
    signOut: () => setPlayer({ id: null, name: 'Guest', isGuest: true }),
    getCatalog: () => catalog,
    purchase: ({ itemId }) => purchase(itemId),
    getPurchases: (): Purchase[] => purchases.unconsumed(),
    consumePurchase: ({ id }) => purchases.consume(id),
    getLanguage: () => language,
    ready: () => null,
    gameplayStart: () => null,
    gameplayStop: () => null,
    openSupport: () => null,
    progress: () => null,
    shareLink: ({ launchParams }) => createShareLink(launchParams),
  }

  return {
    call: async (call, params) => (await handlers[call](params as never)) as never,
    listen: (listener) => {
      emit = listener
    },
    close: () => {},
  }
}

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

const STORAGE_KEY = 'playhub:local-purchases'

/** Stores purchases in this browser, so that the next start finds an interrupted one. */
function createLocalPurchases() {
  let inMemory: Purchase[] = []

  function read(): Purchase[] {
    try {
      const stored = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]')
      return Array.isArray(stored) ? stored : []
    } catch {
      return inMemory // storage is blocked in this frame, or its content is not JSON
    }
  }

  function write(purchases: Purchase[]): void {
    inMemory = purchases
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify(purchases))
    } catch {
      // Storage is blocked: purchases last as long as the page.
    }
  }

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
      const purchase = purchases.find((candidate) => candidate.id === id)
      if (!purchase) throw new PlayhubError('UNKNOWN_PURCHASE')
      const alreadyConsumed = purchase.state === 'consumed'
      purchase.state = 'consumed'
      write(purchases)
      return { id, alreadyConsumed }
    },
  }
}
