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
import type { Transport } from './transport.ts'

/** Ends a subscription. */
export type Unsubscribe = () => void

/** The connection to the hub. Every promise rejects only with a `PlayhubError`. */
export interface Hub {
  /** `local` when no hub was found and the SDK simulates one. */
  readonly mode: 'hub' | 'local'
  readonly project: ProjectInfo
  /** The current player. Updated before `onPlayer` listeners run. */
  readonly player: Player
  /** Two letters. Updated before `onLanguage` listeners run. */
  readonly language: string
  /** True when this hub has a capability. Hide buttons for missing capabilities. */
  supports(capability: Capability): boolean

  /** Fetches the current player. `player` is the same without the wait. */
  getPlayer(): Promise<Player>
  /**
   * Issues a short-lived token for your own server. Request a new one each time instead of storing it.
   * Rejects with `NOT_SIGNED_IN` for a guest.
   */
  getToken(): Promise<GameToken>
  /**
   * Lets the player sign in. Resolves to the player afterwards, who is still a guest if they decline. The hub may
   * navigate to its sign-in page and then restart the game, so save before you call this.
   */
  signIn(): Promise<Player>
  /** Resolves to the guest who plays afterwards. */
  signOut(): Promise<Player>

  /** The items that the hub sells for this game, with prices for this player. */
  getCatalog(): Promise<CatalogItem[]>
  /**
   * Opens the hub's payment screen and waits for the player without a timeout. The hub's price list decides the price.
   * After `paid`: give the item, save, then call `consumePurchase`. A guest signs in first, which may restart the game:
   * the hub then continues to the payment, and `onPurchases` announces the purchase.
   */
  purchase(request: { itemId: string }): Promise<PurchaseOutcome>
  /** Purchases that are paid and not consumed, oldest first. Call it at the start to find interrupted purchases. */
  getPurchases(): Promise<Purchase[]>
  /**
   * Marks a purchase as given. Idempotent: of all callers, in all tabs, exactly one gets `alreadyConsumed: false`, and
   * that one gives the item. Rejects with `UNKNOWN_PURCHASE` for a refunded purchase and with `NOT_AVAILABLE` for a
   * frozen one.
   */
  consumePurchase(id: string): Promise<ConsumeResult>

  /** Fetches the current language. `language` is the same without the wait. */
  getLanguage(): Promise<string>
  onLanguage(listener: (language: string) => void): Unsubscribe
  onPlayer(listener: (player: Player) => void): Unsubscribe
  /** The hub covers the game, for example during a payment: stop the clock and the sound. */
  onPause(listener: () => void): Unsubscribe
  onResume(listener: () => void): Unsubscribe
  /** The player's purchases may have changed, for example after a pending payment: call `getPurchases`. */
  onPurchases(listener: () => void): Unsubscribe

  /** Report that the game is playable: the hub removes its loading screen. */
  ready(): void
  /** Report that play has begun or continues. */
  gameplayStart(): void
  /** Report that play has stopped: a menu, a pause, the end of a level. */
  gameplayStop(): void
  /** Opens the hub's support form for this game. */
  openSupport(): Promise<void>
  /** Closes the connection. Pending calls reject with `CLOSED`. */
  close(): void
}

interface HubOptions {
  init: InitInfo
  mode: Hub['mode']
  onClose(): void
}

/** Creates the public API on top of a transport. */
export function createHub(transport: Transport, { init, mode, onClose }: HubOptions): Hub {
  const { subscribe, emit } = createListeners()
  let { player, language } = init

  transport.listen((event, payload) => {
    if (event === 'player') player = payload as Player
    if (event === 'language') language = payload as string
    emit(event, payload)
  })

  /** Reports are fire-and-forget: an error must not become an unhandled rejection in the game. */
  const report = (call: 'ready' | 'gameplayStart' | 'gameplayStop') => {
    transport.call(call).catch(() => {})
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
    getPlayer: () => transport.call('getPlayer'),
    getToken: () => transport.call('getToken'),
    signIn: () => transport.call('signIn'),
    signOut: () => transport.call('signOut'),
    getCatalog: () => transport.call('getCatalog'),
    purchase: ({ itemId }) => transport.call('purchase', { itemId }),
    getPurchases: () => transport.call('getPurchases'),
    consumePurchase: (id) => transport.call('consumePurchase', { id }),
    getLanguage: () => transport.call('getLanguage'),
    onLanguage: (listener) => subscribe('language', listener),
    onPlayer: (listener) => subscribe('player', listener),
    onPause: (listener) => subscribe('pause', () => listener()),
    onResume: (listener) => subscribe('resume', () => listener()),
    onPurchases: (listener) => subscribe('purchases', () => listener()),
    ready: () => report('ready'),
    gameplayStart: () => report('gameplayStart'),
    gameplayStop: () => report('gameplayStop'),
    openSupport: async () => {
      await transport.call('openSupport')
    },
    close() {
      transport.close()
      onClose()
    },
  }
}

function createListeners() {
  const listeners = new Map<BridgeEvent, Set<(payload: never) => void>>()
  return {
    subscribe<E extends BridgeEvent>(event: E, listener: (payload: BridgeEvents[E]) => void): Unsubscribe {
      const eventListeners = listeners.get(event) ?? new Set()
      listeners.set(event, eventListeners.add(listener))
      return () => {
        eventListeners.delete(listener)
      }
    },
    emit(event: BridgeEvent, payload: unknown): void {
      for (const listener of [...(listeners.get(event) ?? [])]) listener(payload as never)
    },
  }
}
