/**
 * The words a game and the hub exchange: names, limits and shapes, with no code behind them, so that the SDK
 * can carry them into a game for almost nothing. The checks of what a game sends live in `bridge.ts`.
 *
 * 1. The game posts a `Hello` to its parent window until it is answered or gives up.
 * 2. The hub believes it when it comes from its own frame at a listed origin, and answers a `Welcome` with the
 *    same nonce and one end of a `MessageChannel`, or a `Refusal`.
 * 3. From then on only the port speaks: `CallMessage` up, `ReplyMessage` and `EventMessage` down.
 */

/** Newest first: the hub picks the first of its own that the game knows too. */
export const BRIDGE_VERSIONS = [1] as const
export type BridgeVersion = (typeof BRIDGE_VERSIONS)[number]

export const HELLO = 'playhub:hello'
export const WELCOME = 'playhub:welcome'
export const REFUSED = 'playhub:refused'

/** How long a game waits for a hub before it believes there is none. */
export const HANDSHAKE_TIMEOUT_MS = 1_500
/** How long an ordinary call may take; a purchase and a sign-in wait for a human and have no limit. */
export const CALL_TIMEOUT_MS = 10_000
/** The largest message the hub reads, counted as UTF-16 text of its keys and values. */
export const MAX_MESSAGE_BYTES = 64 * 1024
/** What the hub reads from one game; the rest of that second is dropped unread. */
export const MAX_MESSAGES_PER_SECOND = 200
/** What the SDK lets a game send, lower than the hub's limit so that an honest game is told instead of dropped. */
export const MAX_CALLS_PER_SECOND = 100
/** Calls a game may have open at once. */
export const MAX_OPEN_CALLS = 64

export interface Hello {
  type: typeof HELLO
  /** Unguessable, one per connection: whoever answers with it has heard us. */
  nonce: string
  versions: number[]
  /** The SDK's own version, for the log of somebody who is puzzled. */
  sdk?: string
}

export interface Welcome {
  type: typeof WELCOME
  nonce: string
  version: BridgeVersion
  capabilities: Capability[]
}

export interface Refused {
  type: typeof REFUSED
  nonce: string
  code: 'UNSUPPORTED_VERSION'
  versions: number[]
}

/** What a hub may be able to do for this game; a game asks `hub.supports(…)` before it shows a button. */
export type Capability = 'player' | 'token' | 'signIn' | 'shop' | 'language' | 'pause' | 'support'

export interface Player {
  /** Stable for this player and this hub; null for a guest, who has no account. */
  id: string | null
  name: string
  isGuest: boolean
}

export interface ProjectInfo {
  id: string
  name: string
}

export interface Price {
  /** Minor units: 19900 is 199 roubles. */
  amountMinor: number
  /** ISO 4217. */
  currency: string
  /** In the player's language, ready to be shown. */
  formatted: string
}

export interface CatalogItem {
  id: string
  title: string
  description: string
  imageUrl: string | null
  price: Price
}

/** What the player owns until the game consumes it. */
export interface Purchase {
  id: string
  itemId: string
  /** `frozen`: its money is disputed or on its way back; `revoked`: its money went back. */
  state: 'granted' | 'frozen' | 'consumed' | 'revoked'
  /** Milliseconds since 1970. */
  createdAt: number
}

/**
 * How a purchase ended for now. `pending` may still be paid: listen to `onPurchases` and ask `getPurchases`.
 */
export type PurchaseOutcome =
  | { status: 'paid'; purchase: Purchase }
  | { status: 'cancelled' | 'failed' | 'pending' }

export interface ConsumeResult {
  id: string
  /** True when an earlier call, perhaps in another tab, consumed it first: that one gave the item. */
  alreadyConsumed: boolean
}

/** Proves to the game's own server who plays; short-lived, so ask again instead of storing it. */
export interface GameToken {
  token: string
  /** Milliseconds since 1970. */
  expiresAt: number
}

export interface InitInfo {
  player: Player
  /** Two letters, as in the hub's address: `ru`, `en`. */
  language: string
  project: ProjectInfo
  capabilities: Capability[]
}

/** Every call: what it takes and what it answers. */
export interface BridgeCalls {
  init: { params: undefined; result: InitInfo }
  getPlayer: { params: undefined; result: Player }
  getToken: { params: undefined; result: GameToken }
  signIn: { params: undefined; result: Player }
  signOut: { params: undefined; result: Player }
  getCatalog: { params: undefined; result: CatalogItem[] }
  purchase: { params: { itemId: string }; result: PurchaseOutcome }
  getPurchases: { params: undefined; result: Purchase[] }
  consumePurchase: { params: { id: string }; result: ConsumeResult }
  getLanguage: { params: undefined; result: string }
  ready: { params: undefined; result: null }
  gameplayStart: { params: undefined; result: null }
  gameplayStop: { params: undefined; result: null }
  openSupport: { params: undefined; result: null }
}
export type BridgeCall = keyof BridgeCalls
export type CallParams<C extends BridgeCall> = BridgeCalls[C]['params']
export type CallResult<C extends BridgeCall> = BridgeCalls[C]['result']

/** Everything the hub tells a game unasked. */
export interface BridgeEvents {
  language: string
  player: Player
  /** The hub covers the game (a payment, a sign-in): stop the clock and the sound. */
  pause: null
  resume: null
  /** What the player owns may have changed: ask `getPurchases`. */
  purchases: null
}
export type BridgeEvent = keyof BridgeEvents

export interface CallMessage {
  id: number
  call: string
  params?: unknown
}

export type ReplyMessage =
  | { id: number; ok: true; result: unknown }
  | { id: number; ok: false; error: BridgeFailure }

export type EventMessage = {
  [E in BridgeEvent]: { event: E; payload: BridgeEvents[E] }
}[BridgeEvent]

/** Errors cross the bridge as a code and a sentence for developers, never as a stack. */
export interface BridgeFailure {
  code: BridgeErrorCode
  message: string
}

export type BridgeErrorCode =
  /** No hub answered, and local mode was switched off. */
  | 'NO_HUB'
  /** The hub and the SDK share no version of the bridge. */
  | 'UNSUPPORTED_VERSION'
  /** The hub cannot do this here: no shop, no account, not for guests. */
  | 'NOT_AVAILABLE'
  | 'NOT_SIGNED_IN'
  | 'UNKNOWN_ITEM'
  | 'UNKNOWN_PURCHASE'
  | 'UNKNOWN_CALL'
  | 'INVALID_PARAMS'
  /** Another purchase or sign-in of this game is still open. */
  | 'BUSY'
  | 'RATE_LIMITED'
  | 'TIMEOUT'
  /** The bridge was closed while the call was open. */
  | 'CLOSED'
  /** The hub failed; the call may or may not have happened. */
  | 'INTERNAL'
