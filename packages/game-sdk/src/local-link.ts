import type {
  BridgeCall,
  BridgeCalls,
  CatalogItem,
  Player,
  Purchase,
  PurchaseOutcome,
} from '@playhub/contract/bridge-protocol'
import { PlayhubError } from './error.ts'
import type { EventListener, Link } from './link.ts'
import { createPurchaseShelf } from './local-purchases.ts'

/** An item of the local shop; what you leave out is made up. */
export type LocalItem = Pick<CatalogItem, 'id'> & Partial<CatalogItem>

/** What the stand-in hub of local mode pretends. Everything has a default. */
export interface LocalOptions {
  /** Who plays; "Local player" when left out. */
  player?: Partial<Player>
  /** Two letters; the page's `?lng=`, else the browser's language, when left out. */
  language?: string
  /** The shop's items; empty when left out. */
  catalog?: LocalItem[]
  /** How a purchase ends; `paid` when left out. A function may ask the developer. */
  purchaseOutcome?:
    | PurchaseOutcome['status']
    | ((item: CatalogItem) => PurchaseOutcome['status'] | Promise<PurchaseOutcome['status']>)
}

type Answers = { [C in BridgeCall]: (params: BridgeCalls[C]['params']) => unknown }

/** Stands in for the hub when a game runs alone: a fake player and a fake shop, kept in this browser. */
export function createLocalLink(options: LocalOptions): Link {
  const shelf = createPurchaseShelf()
  const catalog = (options.catalog ?? []).map(toCatalogItem)
  const language = options.language ?? browserLanguage()
  const signedIn: Player = { id: 'local', name: 'Local player', isGuest: false, ...options.player }
  let player = signedIn
  let tell: EventListener = () => {}

  function become(next: Player): Player {
    player = next
    tell('player', player)
    return player
  }

  async function purchase(itemId: string): Promise<PurchaseOutcome> {
    const item = catalog.find(({ id }) => id === itemId)
    if (!item) throw new PlayhubError('UNKNOWN_ITEM', `The local catalog has no item "${itemId}"`)
    const { purchaseOutcome: ask = 'paid' } = options
    const status = typeof ask === 'function' ? await ask(item) : ask
    return status === 'paid' ? { status, purchase: shelf.add(itemId) } : { status }
  }

  const answers: Answers = {
    init: () => ({
      player,
      language,
      project: { id: 'local', name: document.title },
      capabilities: ['player', 'signIn', 'shop', 'language'],
    }),
    getPlayer: () => player,
    getToken: () => {
      throw new PlayhubError('NOT_AVAILABLE', 'Only a real hub signs game tokens')
    },
    signIn: () => become({ ...signedIn, isGuest: false }),
    signOut: () => become({ id: null, name: 'Guest', isGuest: true }),
    getCatalog: () => catalog,
    purchase: ({ itemId }) => purchase(itemId),
    getPurchases: (): Purchase[] => shelf.unconsumed(),
    consumePurchase: ({ id }) => shelf.consume(id),
    getLanguage: () => language,
    ready: () => null,
    gameplayStart: () => null,
    gameplayStop: () => null,
    openSupport: () => null,
  }

  return {
    call: async (call, params) => (await answers[call](params as never)) as never,
    listen: (listener) => {
      tell = listener
    },
    close: () => {},
  }
}

function browserLanguage(): string {
  const asked = new URLSearchParams(location.search).get('lng')
  return (asked ?? navigator.language).slice(0, 2)
}

function toCatalogItem(item: LocalItem): CatalogItem {
  const price = { amountMinor: 99, currency: 'USD', formatted: '$0.99' }
  return { title: item.id, description: '', imageUrl: null, price, ...item }
}
