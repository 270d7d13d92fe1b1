/**
 * The protocol between a game and the hub: names, limits and message types. It has almost no code, so the SDK stays
 * small; `bridge.ts` validates what a game sends.
 *
 * 1. The game posts a `Hello` to its parent window until it gets a reply or times out.
 * 2. The hub accepts a `Hello` only from its own game frame at a listed origin. It replies with the same nonce: a
 *    `Welcome` and one end of a `MessageChannel`, or a `Refused`.
 * 3. All further messages use the port: `CallMessage` from the game, `ReplyMessage` and `EventMessage` from the hub.
 */

import { type ScoreCalls, scoreErrors } from './leaderboards/bridge-scores.ts'

/** Newest first. The hub picks the first version the game supports too. */
export const BRIDGE_VERSIONS = [1] as const
export type BridgeVersion = (typeof BRIDGE_VERSIONS)[number]

export const HELLO = 'playhub:hello'
export const WELCOME = 'playhub:welcome'
export const REFUSED = 'playhub:refused'

/** Time for a framed game to find a hub. */
export const HANDSHAKE_TIMEOUT_MS = 10_000
/** Call timeout. `purchase`, `signIn` and `showBreak` wait for the player and have none. */
export const CALL_TIMEOUT_MS = 10_000
/**
 * Message size limit, in UTF-16 code units of its keys and values plus a fixed cost per value. The value of `saves.set`
 * has a limit of its own.
 */
export const MAX_MESSAGE_BYTES = 65_536
/** Messages read from one game per second; the hub drops the rest. */
export const MAX_MESSAGES_PER_SECOND = 200
/**
 * Calls sent by the SDK per second. Lower than the hub's limit, so a game gets an error before messages are dropped.
 */
export const MAX_CALLS_PER_SECOND = 100
/** Maximum pending calls per game. */
export const MAX_OPEN_CALLS = 64

export interface Hello {
  type: typeof HELLO
  /** Random, one per connection. A reply must repeat it. */
  nonce: string
  versions: number[]
  /** SDK version, for logs. */
  sdk?: string
  /** The start data's id: tells the hub's own frame from others where a game's origin is `null`. */
  playId?: string
  /** The game merges conflicting saves: the hub need not ask the player. */
  mergesSaves?: boolean
}

export interface Welcome {
  type: typeof WELCOME
  nonce: string
  version: BridgeVersion
  capabilities: Capability[]
}

export type Refused = { type: typeof REFUSED; nonce: string } & (
  | { code: 'UNSUPPORTED_VERSION'; versions: number[] }
  /** The hub frames this page, but its project does not list the page's origin. */
  | { code: 'ORIGIN_NOT_LISTED'; origin: string; message: string }
)

/** An optional feature of a hub. A game checks `hub.supports(…)` before it shows a button for it. */
export type Capability =
  | 'player'
  | 'token'
  | 'signIn'
  | 'shop'
  | 'language'
  | 'pause'
  | 'support'
  /** Launch parameters and share links. */
  | 'launch'
  | 'sound'
  | 'saves'
  | 'leaderboards'
  | 'achievements'
  /** Gifts, and codes in `purchase`. */
  | 'offers'
  /** Breaks in place of adverts. Not every game has them: the operator chooses. */
  | 'breaks'
  /** Events of the game are counted. Not where the hub or the player has switched counting off. */
  | 'insights'

export interface Player {
  /** Stable per player on this hub; null for a guest. */
  id: string | null
  name: string
  isGuest: boolean
  /** A square picture, as a URL without network access. An older hub has none. */
  picture?: string
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
  /** Formatted in the player's language. */
  formatted: string
}

export interface CatalogItem {
  id: string
  title: string
  description: string
  imageUrl: string | null
  /** What the player is charged. */
  price: Price
  /** The price without the reduction that runs now: show it struck through. */
  listPrice?: Price
  /** When the reduction ends, such as `2026-12-30T00:00:00.000Z`: read the catalogue again then. */
  endsAt?: string
  /** When the price may change next, such as the beginning of a sale: read the catalogue again then. */
  validUntil?: string
  /** What a bundle holds: each unit is a purchase of its own. */
  contains?: ItemQuantity[]
}

export interface ItemQuantity {
  id: string
  quantity: number
}

/** The games in the hub's catalogue. */
export interface HubGames {
  /** The catalogue's address. */
  url: string
  games: HubGame[]
}

export interface HubGame {
  /** The project's id. */
  id: string
  title: string
  url: string
  /** 4:3. */
  coverUrl: string
  /** Square. */
  iconUrl: string
}

/** A paid item, the player's until the game consumes it. */
export interface Purchase {
  id: string
  itemId: string
  /** `frozen`: the payment is disputed or being refunded. `revoked`: it was refunded. */
  state: 'granted' | 'frozen' | 'consumed' | 'revoked'
  /** Milliseconds since 1970. */
  createdAt: number
}

/** The result of `purchase`. `pending` may still be paid: listen to `onPurchases`, then call `getPurchases`. */
export type PurchaseOutcome =
  | { status: 'paid'; purchase: Purchase }
  | { status: 'cancelled' | 'failed' | 'pending' }

/** The purchase for which the hub had unloaded the game. */
export type ResumedPurchase = { itemId: string } & PurchaseOutcome

export interface ConsumeResult {
  id: string
  /** True when another call, possibly in another tab, has consumed it: its caller gives the item. */
  alreadyConsumed: boolean
}

export type BreakKind = 'interstitial' | 'rewarded'

/** The result of `showBreak`. */
export interface BreakResult {
  /** False when there is no break now. */
  shown: boolean
  /** A rewarded break was watched to its end. */
  rewarded: boolean
}

/** Proves to the game's server who plays. Short-lived: request a new one each time. */
export interface GameToken {
  token: string
  /** Milliseconds since 1970. */
  expiresAt: number
}

export interface InitInfo {
  player: Player
  /** Two letters, as in the hub's URL: `ru`, `en`. */
  language: string
  project: ProjectInfo
  capabilities: Capability[]
  /** Equals the start data's. A hub may leave it out. */
  launchParams?: Record<string, string>
  /** An older hub leaves it out. */
  safeArea?: SafeArea
  /** Equals the start data's. */
  purchased?: ResumedPurchase
}

/** The reach of the device's notch and rounded corners into the game's frame, in CSS pixels. */
export interface SafeArea {
  top: number
  right: number
  bottom: number
  left: number
}

/**
 * Facts known before a game's first script. They are the frame's `window.name`: `startDataPrefix` and JSON. The first
 * script to read it clears the name, so no other page of the frame sees it.
 */
export interface StartData {
  v: 1
  /** One opening of the game. Signed by the hub. */
  playId: string
  project: ProjectInfo
  player: Player
  language: string
  capabilities: Capability[]
  /** From the page's URL: `?launch.level=3` is `{ level: '3' }`. */
  launchParams: Record<string, string>
  /** The hub unloads a game while its player pays. */
  purchased?: ResumedPurchase
  /** Milliseconds since 1970. */
  serverTime: number
  /** By key. Missing when the hub could not load them: the SDK then asks. */
  saves?: Saves | undefined
  /** Saves of this device, in another version on the account. The hub's page adds them. */
  conflicts?: SaveConflicts
  /** Keys reserved for the game's server. */
  serverKeys?: string[]
  /** `saves: auto` in the project's file: the save `storage` replaces `localStorage`, and another one restores IndexedDB. */
  isStorageSaved?: boolean
  /** The page of the checker shows the game: its use of a portal's SDK is watched. */
  isChecked?: boolean
}

export interface SavedValue {
  /** JSON. */
  value: string
  /** Grows with each write. */
  version: number
  /** Milliseconds since 1970. */
  savedAt: number
}
/** By key. */
export type Saves = Record<string, SavedValue>
export type SaveConflicts = Record<string, Omit<SavedValue, 'version'>>

export interface SaveResult {
  /** `queued`: the hub's page keeps it and sends it when it can. */
  state: 'saved' | 'queued'
  version: number
}

export const startDataPrefix = 'playhub:1:'

/** Calls reserved for the replacements of portals' SDKs. */
export interface PortalBridgeCalls {
  /** A frame may open no windows: the hub asks the player, and opens the page in a new tab. */
  openLink: { params: { url: string }; result: null }
  /** The launch parameters in the link of the hub's share button; null: none. */
  setInvite: { params: { launchParams: Record<string, string> | null }; result: null }
  /** The player's activity, for a problem reported from the hub's bar; null: nothing. */
  setContext: { params: { text: string | null }; result: null }
}

/** Every call with its parameters and its result. */
export interface BridgeCalls extends ScoreCalls, PortalBridgeCalls {
  init: { params: undefined; result: InitInfo }
  getPlayer: { params: undefined; result: Player }
  getToken: { params: undefined; result: GameToken }
  signIn: { params: undefined; result: Player }
  signOut: { params: undefined; result: Player }
  getCatalog: { params: undefined; result: CatalogItem[] }
  purchase: { params: { itemId: string; code?: string | undefined }; result: PurchaseOutcome }
  claimGift: { params: { id: string }; result: Purchase[] }
  getPurchases: { params: undefined; result: Purchase[] }
  consumePurchase: { params: { id: string }; result: ConsumeResult }
  getLanguage: { params: undefined; result: string }
  ready: { params: undefined; result: null }
  gameplayStart: { params: undefined; result: null }
  gameplayStop: { params: undefined; result: null }
  /** Something to be happy about: the hub shows confetti, at most once in 30 s. */
  celebrate: { params: undefined; result: null }
  /** Counts one of the events that the project declares. */
  track: { params: { name: string; value?: number | undefined }; result: null }
  /** The player leaves the game for its page. */
  leave: { params: undefined; result: null }
  getGames: { params: undefined; result: HubGames }
  openSupport: { params: undefined; result: null }
  /** Shows games of the hub over the game for 5 s. The event `pause` announces it to the game. */
  showBreak: { params: { kind: BreakKind }; result: BreakResult }
  /** Loaded share, from 0 to 1. */
  progress: { params: { ratio: number }; result: null }
  /** A link to the game's page on the hub with these launch parameters. */
  shareLink: { params: { launchParams: Record<string, string> }; result: string }
  /**
   * Writes a save, or removes it when `value` is null. Fails with `SAVE_CONFLICT` when the current version is another.
   * Version 0: there is none. With `savedAt` an ended page has left it, and the hub has another save than the one it
   * follows: the hub compares them and may start the game anew.
   */
  'saves.set': {
    params: { key: string; value: string | null; version: number; savedAt?: number | undefined }
    result: SaveResult
  }
  'saves.list': { params: undefined; result: Saves }
}
export type BridgeCall = keyof BridgeCalls
export type CallParams<C extends BridgeCall> = BridgeCalls[C]['params']
export type CallResult<C extends BridgeCall> = BridgeCalls[C]['result']

/** The hub's events for a game. */
export interface BridgeEvents {
  language: string
  player: Player
  /** The hub covers the game: stop the clock and the sound. Before a payment the game is unloaded 0.6 s later: save. */
  pause: null
  resume: null
  /** The player's purchases may have changed: call `getPurchases`. */
  purchases: null
  /** Another tab, another device or a login has changed these saves; null for a removed one. */
  saves: { saves: Record<string, SavedValue | null>; conflicts?: SaveConflicts }
  /** The player has switched the sound off or on in the hub's bar. */
  mute: { isMuted: boolean }
  /** The device was turned, or the game fills the screen now. */
  safeArea: SafeArea
  /** The SDK replies with a `PongMessage` by itself. */
  ping: null
}
export type BridgeEvent = keyof BridgeEvents

export interface CallMessage {
  id: number
  call: string
  params?: unknown
}

/** Proves the game's page still runs scripts. */
export interface PongMessage {
  pong: true
}

export type ReplyMessage =
  | { id: number; ok: true; result: unknown }
  | { id: number; ok: false; error: BridgeFailure }

export type EventMessage = {
  [E in BridgeEvent]: { event: E; payload: BridgeEvents[E] }
}[BridgeEvent]

/** `message` is for developers. Never contains a stack. */
export interface BridgeFailure {
  code: BridgeErrorCode
  message: string
  /** With `SAVE_CONFLICT`: the current save; null when it was removed. */
  current?: SavedValue | null
}

/** Sentences for the SDK's own errors. `{origin}` is the origin of the game's page. */
export const sdkErrors = {
  NO_HUB:
    "No hub answered. Is this page's origin ({origin}) listed in `origins` of your project, or does the hub load slowly?",
  UNSUPPORTED_VERSION: 'The hub and this SDK share no protocol version: update the older one.',
  RATE_LIMITED: 'Too many calls: at most 100 in a second and 64 at once.',
  TIMEOUT: 'The hub did not reply within 10 s.',
  CLOSED: 'The connection to the hub is closed.',
} as const

/** Sentences for what the hub alone finds. */
const hubErrors = {
  ORIGIN_NOT_LISTED:
    "The hub refuses this page: add its origin ({origin}) to `origins` in your project's file.",
  NOT_AVAILABLE:
    'The hub does not support this here, the purchase is frozen, or the item is not for sale or already owned.',
  NOT_SIGNED_IN: 'A guest is playing, and this needs an account.',
  OFFLINE: 'The browser does not reach the hub. Saves and scores are queued.',
  UNKNOWN_ITEM: 'The hub sells no such item for this game.',
  UNKNOWN_OFFER: 'The project of this game offers the player no such gift now.',
  UNKNOWN_CODE: 'There is no such code in this game, or it has been used.',
  LIMIT_REACHED: 'The player has as many as the item or the offer allows for now.',
  UNKNOWN_PURCHASE: 'This player has no such purchase in this game.',
  UNKNOWN_CALL: 'The hub does not know this call: it is older than the SDK.',
  INVALID_PARAMS: 'The call has missing or wrong parameters.',
  BUSY: 'Another purchase or sign-in is in progress.',
  SAVE_CONFLICT: 'Another tab or device has changed this save: see `error.conflict`. The next `set` wins.',
  SAVE_TOO_LARGE: 'A save is too large: at most 1 MB for all saves of a player in this game.',
  SAVES_FULL: 'The saves of this player in this game are full: at most 1 MB and 64 keys.',
  INTERNAL: 'The hub failed. The call may or may not have taken effect.',
} as const

/** Meaning of each error code, for the developer's console. The hub uses these sentences unless it knows more. */
export const bridgeErrors: typeof sdkErrors & typeof hubErrors & typeof scoreErrors =
  /* @__PURE__ */ Object.assign({}, sdkErrors, hubErrors, scoreErrors)
export type BridgeErrorCode = keyof typeof bridgeErrors

/** Returns a function, true at most `perSecond` times in a one-second window; a window starts at its first call. */
export function createRateLimit(
  perSecond: number,
  now: () => number = () => performance.now(),
): () => boolean {
  let windowStartedAt = Number.NEGATIVE_INFINITY
  let count = 0
  return () => {
    const calledAt = now()
    if (calledAt - windowStartedAt >= 1_000) {
      windowStartedAt = calledAt
      count = 0
    }
    return ++count <= perSecond
  }
}
