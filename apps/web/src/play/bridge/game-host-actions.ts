import type { SignedIn } from '@playhub/contract'
import type {
  BridgeErrorCode,
  CatalogItem,
  ConsumeResult,
  GameToken,
  Player,
  Purchase,
  PurchaseOutcome,
} from '@playhub/contract/bridge'

type Awaitable<T> = T | Promise<T>

/** What a game asked for, in the hub's hands. Throw a `GameRefusal` to let the game know why not. */
export interface GameHostActions {
  getPlayer(): Awaitable<Player>
  /** Resolves when the player is done, signed in or not. */
  signIn(): Promise<Player>
  signOut(): Promise<Player>
  getCatalog(): Promise<CatalogItem[]>
  /** Resolves when the player is done with the payment screen. Called for one purchase at a time. */
  purchase(itemId: string): Promise<PurchaseOutcome>
  getPurchases(): Promise<Purchase[]>
  consumePurchase(id: string): Promise<ConsumeResult>
  getToken(): Promise<GameToken>
  openSupport(): Awaitable<void>
  /** The game can be played: the loading screen may go. */
  onReady(): void
  onGameplay(state: 'started' | 'stopped'): void
  /** A game asked for another language of the hub. */
  changeLanguage(language: string): void

  /** Legacy `ON_BANK`: the query of the payment URL. Resolves when the player is done. */
  openPayment(values: Record<string, string>): Awaitable<void>
  /** Legacy `ON_BANK` without a URL: the specification wants a payment-open error shown. */
  onPaymentOpenError(): void
  /** Legacy `USER_AUTH`. Its `jwt` should be a game token: a game never needs the login. */
  getUserAuth(): Awaitable<UserAuth>
}

/** The specification's user auth data; a guest has the auth type `guest` and empty ids. */
export type UserAuth = Omit<SignedIn, 'currentAuthType'> & {
  currentAuthType: SignedIn['currentAuthType'] | 'guest'
}

/** An answer that the game may read; any other error reaches it as `INTERNAL`, without words. */
export class GameRefusal extends Error {
  readonly code: BridgeErrorCode

  constructor(code: BridgeErrorCode, message: string = code) {
    super(message)
    this.name = 'GameRefusal'
    this.code = code
  }
}
