import type {
  BridgeEvent,
  BridgeEvents,
  Capability,
  CatalogItem,
  ConsumeResult,
  GameToken,
  InitInfo,
  Player,
  ProjectInfo,
  Purchase,
  PurchaseOutcome,
} from '@playhub/contract/bridge-protocol'
import type { Link } from './link.ts'

/** Ends a subscription. */
export type Unsubscribe = () => void

/** The hub as a game sees it. Every promise rejects with a `PlayhubError` and nothing else. */
export interface Hub {
  /** `local` when no hub was found and this SDK plays its part. */
  readonly mode: 'hub' | 'local'
  readonly project: ProjectInfo
  /** Who plays, kept fresh; a copy as good as the last `player` event. */
  readonly player: Player
  /** Two letters, kept fresh. */
  readonly language: string
  /** What this hub can do for this game; hide the button of what it cannot. */
  supports(capability: Capability): boolean

  /** Who plays, asked of the hub itself; `player` is the same without the wait. */
  getPlayer(): Promise<Player>
  /** A short-lived token for your own server. Ask each time; refuses guests with `NOT_SIGNED_IN`. */
  getToken(): Promise<GameToken>
  /**
   * Asks the player to sign in and answers who plays afterwards: a guest still, when they would not. A hub may leave the
   * game for its own sign-in page and start it anew afterwards, so save first.
   */
  signIn(): Promise<Player>
  /** Answers the guest who plays from now on. */
  signOut(): Promise<Player>

  /** What the hub sells for this game, with prices in words for this player. */
  getCatalog(): Promise<CatalogItem[]>
  /**
   * Opens the hub's payment screen; waits as long as the player does. The price comes from the hub's price list.
   * On `paid`: give the item, save, then `consumePurchase`. A guest signs in first, which may start the game anew: the
   * hub then goes on to the payment by itself, and `onPurchases` tells of the item.
   */
  purchase(request: { itemId: string }): Promise<PurchaseOutcome>
  /** Paid and not consumed, oldest first. Ask at the start: here an interrupted purchase is found. */
  getPurchases(): Promise<Purchase[]>
  /**
   * Marks a purchase as given. Safe to repeat, also at the same time: one caller alone, over all tabs, is told that it was
   * not `alreadyConsumed`, and gives the item. Refuses with
   * `UNKNOWN_PURCHASE` what was refunded, and with `NOT_AVAILABLE` what is frozen for now.
   */
  consumePurchase(id: string): Promise<ConsumeResult>

  /** Two letters, asked of the hub itself; `language` is the same without the wait. */
  getLanguage(): Promise<string>
  onLanguage(listener: (language: string) => void): Unsubscribe
  onPlayer(listener: (player: Player) => void): Unsubscribe
  /** The hub covers the game: stop the clock and the sound. */
  onPause(listener: () => void): Unsubscribe
  onResume(listener: () => void): Unsubscribe
  /** What the player owns may have changed, as when a pending payment came through: ask `getPurchases`. */
  onPurchases(listener: () => void): Unsubscribe

  /** Say it when the game can be played: the hub takes its loading screen away. */
  ready(): void
  gameplayStart(): void
  gameplayStop(): void
  /** Opens the hub's support form for this game. */
  openSupport(): Promise<void>
  /** Hangs up. Open calls reject with `CLOSED`. */
  close(): void
}

interface Opening {
  init: InitInfo
  mode: Hub['mode']
  onClose(): void
}

/** Gives a link the shape games like, and keeps `player` and `language` fresh. */
export function createHub(link: Link, { init, mode, onClose }: Opening): Hub {
  const { subscribe, tell } = createListeners()
  let { player, language } = init

  link.listen((event, payload) => {
    if (event === 'player') player = payload as Player
    if (event === 'language') language = payload as string
    tell(event, payload)
  })

  /** The game has nothing to do with the answer, so a failure must not become its unhandled rejection. */
  const mention = (call: 'ready' | 'gameplayStart' | 'gameplayStop') => {
    link.call(call).catch(() => {})
  }

  return {
    mode,
    project: init.project,
    get player() {
      return player
    },
    get language() {
      return language
    },
    supports: (capability) => init.capabilities.includes(capability),
    getPlayer: () => link.call('getPlayer'),
    getToken: () => link.call('getToken'),
    signIn: () => link.call('signIn'),
    signOut: () => link.call('signOut'),
    getCatalog: () => link.call('getCatalog'),
    purchase: ({ itemId }) => link.call('purchase', { itemId }),
    getPurchases: () => link.call('getPurchases'),
    consumePurchase: (id) => link.call('consumePurchase', { id }),
    getLanguage: () => link.call('getLanguage'),
    onLanguage: (listener) => subscribe('language', listener),
    onPlayer: (listener) => subscribe('player', listener),
    onPause: (listener) => subscribe('pause', () => listener()),
    onResume: (listener) => subscribe('resume', () => listener()),
    onPurchases: (listener) => subscribe('purchases', () => listener()),
    ready: () => mention('ready'),
    gameplayStart: () => mention('gameplayStart'),
    gameplayStop: () => mention('gameplayStop'),
    openSupport: async () => {
      await link.call('openSupport')
    },
    close() {
      link.close()
      onClose()
    },
  }
}

function createListeners() {
  const listeners = new Map<BridgeEvent, Set<(payload: never) => void>>()
  return {
    subscribe<E extends BridgeEvent>(event: E, listener: (payload: BridgeEvents[E]) => void): Unsubscribe {
      const ofEvent = listeners.get(event) ?? new Set()
      listeners.set(event, ofEvent.add(listener))
      return () => {
        ofEvent.delete(listener)
      }
    },
    tell(event: BridgeEvent, payload: unknown): void {
      for (const listener of [...(listeners.get(event) ?? [])]) listener(payload as never)
    },
  }
}
