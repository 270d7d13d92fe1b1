import type { LoggedIn } from '@playhub/contract'
import {
  type BreakKind,
  type BreakResult,
  type BridgeErrorCode,
  bridgeErrors,
  type CallParams,
  type CatalogItem,
  type ConsumeResult,
  type GameToken,
  type HubGames,
  type Player,
  type Purchase,
  type PurchaseOutcome,
  type ResumedPurchase,
  type SavedValue,
  type SaveResult,
  type Saves,
} from '@playhub/contract/bridge'
import type { ScoreCalls } from '@playhub/contract/leaderboards/bridge-scores'
import type { StorageReport } from './boot-layer.ts'

type Awaitable<T> = T | Promise<T>

/** Implements a game's requests in the hub. A `GameRefusal` reaches the game with its code. */
export interface GameHostActions {
  getPlayer(): Awaitable<Player>
  /** Resolves when the player has logged in or has declined. */
  signIn(): Promise<Player>
  signOut(): Promise<Player>
  getCatalog(): Promise<CatalogItem[]>
  /** Resolves when the payment screen closes; the game is unloaded by then. Calls do not overlap. */
  purchase(itemId: string, code?: string): Promise<PurchaseOutcome>
  /** Result of a purchase the game was unloaded for; undefined once the game knows. */
  getResumedPurchase(): ResumedPurchase | undefined
  getPurchases(): Promise<Purchase[]>
  consumePurchase(id: string): Promise<ConsumeResult>
  /** @param id  The offer's. */
  claimGift(id: string): Promise<Purchase[]>
  getToken(): Promise<GameToken>
  /** Fails with `SAVE_CONFLICT` when another tab or device was first. */
  setSave(write: CallParams<'saves.set'>): Promise<SaveResult>
  listSaves(): Promise<Saves>
  /** All items of a saved `localStorage` or IndexedDB. */
  onStorage(report: StorageReport): void
  /** The browser refuses the game its storage, and it has written something. */
  onUnkept(): Awaitable<void>
  /** @param isMergedByGame  The game has `mergeSave`: the hub need not ask the player. */
  onSdk(isMergedByGame: boolean): void
  openSupport(): Awaitable<void>
  /** Resolves to what shows the break; null when there is none now. */
  prepareBreak(kind: BreakKind): Promise<ShowBreak | null>
  /** The game is visible. */
  onShown(): void
  /** @param ratio  How much of the game is loaded, 0 to 1. */
  onProgress(ratio: number): void
  /** A link to the game's page with these launch parameters. */
  getShareLink(launchParams: Record<string, string>): string
  /** Asks the player, and opens the page in a new tab. Resolves when the player has decided. */
  openLink(url: string): Promise<void>
  /** @param launchParams  In the link of the share button; null: none. */
  setInvite(launchParams: Record<string, string> | null): void
  /** @param text  What the player is doing, for a report to support. */
  setContext(text: string | null): void
  /** Shows confetti over the game. */
  celebrate(): void
  /** Counts an event of the game. */
  track(name: string, value?: number): void
  /** Leaves the game for its page. */
  leave(): void
  /** The games of the catalogue. */
  getGames(): Promise<HubGames>
  onGameplay(state: 'started' | 'stopped'): void
  scores: GameScores
  /** Switches the hub's language. */
  changeLanguage(language: string): void

  /**
   * Legacy `ON_BANK`. Resolves when the payment screen has closed and the game has its result.
   * @param values  The payment URL's query; it names a payment.
   */
  openPayment(values: Record<string, string>): Awaitable<void>
  /** Legacy `ON_BANK` without a payment URL; the specification requires a payment-open error. */
  onPaymentOpenError(): void
  /** Remembers a legacy `ON_LOGIN` until the game has its `USER_AUTH`: the login may unload the game. */
  keepLoginRequest(): void
  /** @returns whether there was one */
  takeLoginRequest(): boolean
  /** Legacy `USER_AUTH`. Its `jwt` is a game token: a game never receives the login token. */
  getUserAuth(): Awaitable<UserAuth>
}

/** Resolves when the player has watched or closed the break. */
export type ShowBreak = () => Promise<BreakResult>

/** Calls about the game's own leaderboards and achievements. */
export type GameScores = {
  [C in keyof ScoreCalls]: (params: ScoreCalls[C]['params']) => Promise<ScoreCalls[C]['result']>
}

/** The specification's user auth data; a guest has the auth type `guest` and empty ids. */
export type UserAuth = Omit<LoggedIn, 'currentAuthType'> & { currentAuthType: string }

/** A refusal meant for the game. Any other error reaches it as `INTERNAL`, without details. */
export class GameRefusal extends Error {
  readonly code: BridgeErrorCode
  /** With `SAVE_CONFLICT`. */
  readonly current: SavedValue | null | undefined

  constructor(code: BridgeErrorCode, message: string = bridgeErrors[code], current?: SavedValue | null) {
    super(message)
    this.name = 'GameRefusal'
    this.code = code
    this.current = current
  }
}
