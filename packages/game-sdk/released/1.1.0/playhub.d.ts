/**
 * Connects a game to the Playhub that shows it.
 *
 * ```ts
 * const hub = await connect()
 * const outcome = await hub.purchase({ itemId: 'gems-100' })
 * ```
 * @module
 */
/** Calls of a game about scores and achievements; part of `bridge-protocol.ts`. Types and sentences only. */
interface ScoreEntry {
  /** Ties share a rank: 1, 2, 2, 4. */
  rank: number;
  /** The player's public name. Show it as text. */
  name: string;
  isMe: boolean;
  score: number;
  /** In the player's language. */
  formatted: string;
  /** The game's extra data for the score. Show it as text. */
  extra: string | null;
  /** `server`: verified by the game's server. */
  source: "client" | "server";
  /** Milliseconds since 1970. */
  reachedAt: number;
}
interface SubmittedScore {
  /** `queued`: the hub's page sends it after the login of a guest, or when there is a connection. An older hub leaves it out. */
  state?: "submitted" | "queued";
  /** The player's entry on the leaderboard. */
  best: number;
  isNewBest: boolean;
  /** By period. Null while the score is queued. */
  rank: Record<string, number> | null;
}
interface Achievement {
  id: string;
  /** Empty while the achievement is hidden. */
  title: string;
  description: string;
  iconUrl: string | null;
  points: number;
  steps: number;
  progress: number;
  isUnlocked: boolean;
}
interface ScoreOptions {
  /** A text of at most 200 characters about this score, such as the level. Everyone can read it. */
  extra?: string | undefined;
}
interface BoardView {
  /** `daily`, `weekly`, `all`, or the id of a season. Default: `all` where the leaderboard has it. */
  period?: string | undefined;
  /** At most 100 for the top, and 25 around the player. Default: 10. */
  limit?: number | undefined;
}
/** Only the hub's page sends these errors, so the SDK does not contain their sentences. */
declare const scoreErrors: {
  readonly BOARD_NOT_FOUND: "The project of this game declares no such leaderboard or period.";
  readonly SCORE_NOT_ALLOWED: "The limits in the file of the project do not allow this.";
  readonly SCORE_TOO_SOON: "The last score of the player was a moment ago.";
  readonly ACHIEVEMENT_NOT_FOUND: "The project of this game declares no such achievement.";
};
/** An optional feature of a hub. A game checks `hub.supports(…)` before it shows a button for it. */
type Capability = "player" | "token" | "signIn" | "shop" | "language" | "pause" | "support" | "launch" | "sound" | "saves" | "leaderboards" | "achievements" | "offers" | "breaks" | "insights";
interface Player {
  /** Stable per player on this hub; null for a guest. */
  id: string | null;
  name: string;
  isGuest: boolean;
  /** A square picture, as a URL without network access. An older hub has none. */
  picture?: string;
}
interface ProjectInfo {
  id: string;
  name: string;
}
interface Price {
  /** Minor units: 19900 is 199 roubles. */
  amountMinor: number;
  /** ISO 4217. */
  currency: string;
  /** Formatted in the player's language. */
  formatted: string;
}
interface CatalogItem {
  id: string;
  title: string;
  description: string;
  imageUrl: string | null;
  /** What the player is charged. */
  price: Price;
  /** The price without the reduction that runs now: show it struck through. */
  listPrice?: Price;
  /** When the reduction ends, such as `2026-12-30T00:00:00.000Z`: read the catalogue again then. */
  endsAt?: string;
  /** What a bundle holds: each unit is a purchase of its own. */
  contains?: ItemQuantity[];
}
interface ItemQuantity {
  id: string;
  quantity: number;
}
/** The games in the hub's catalogue. */
interface HubGames {
  /** The catalogue's address. */
  url: string;
  games: HubGame[];
}
interface HubGame {
  /** The project's id. */
  id: string;
  title: string;
  url: string;
  /** 4:3. */
  coverUrl: string;
  /** Square. */
  iconUrl: string;
}
/** A paid item, the player's until the game consumes it. */
interface Purchase {
  id: string;
  itemId: string;
  /** `frozen`: the payment is disputed or being refunded. `revoked`: it was refunded. */
  state: "granted" | "frozen" | "consumed" | "revoked";
  /** Milliseconds since 1970. */
  createdAt: number;
}
/** The result of `purchase`. `pending` may still be paid: listen to `onPurchases`, then call `getPurchases`. */
type PurchaseOutcome = {
  status: "paid";
  purchase: Purchase;
} | {
  status: "cancelled" | "failed" | "pending";
};
/** The purchase for which the hub had unloaded the game. */
type ResumedPurchase = {
  itemId: string;
} & PurchaseOutcome;
interface ConsumeResult {
  id: string;
  /** True when another call, possibly in another tab, has consumed it: its caller gives the item. */
  alreadyConsumed: boolean;
}
type BreakKind = "interstitial" | "rewarded";
/** The result of `showBreak`. */
interface BreakResult {
  /** False when there is no break now. */
  shown: boolean;
  /** A rewarded break was watched to its end. */
  rewarded: boolean;
}
/** Proves to the game's server who plays. Short-lived: request a new one each time. */
interface GameToken {
  token: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}
/** The reach of the device's notch and rounded corners into the game's frame, in CSS pixels. */
interface SafeArea {
  top: number;
  right: number;
  bottom: number;
  left: number;
}
interface SavedValue {
  /** JSON. */
  value: string;
  /** Grows with each write. */
  version: number;
  /** Milliseconds since 1970. */
  savedAt: number;
}
interface SaveResult {
  /** `queued`: the hub's page keeps it and sends it when it can. */
  state: "saved" | "queued";
  version: number;
}
/** Sentences for the SDK's own errors. `{origin}` is the origin of the game's page. */
declare const sdkErrors: {
  readonly NO_HUB: "No hub answered. Is this page's origin ({origin}) listed in `origins` of your project, or does the hub load slowly?";
  readonly UNSUPPORTED_VERSION: "The hub and this SDK share no protocol version: update the older one.";
  readonly RATE_LIMITED: "Too many calls: at most 100 in a second and 64 at once.";
  readonly TIMEOUT: "The hub did not reply within 10 s.";
  readonly CLOSED: "The connection to the hub is closed.";
};
/** Sentences for what the hub alone finds. */
declare const hubErrors: {
  readonly ORIGIN_NOT_LISTED: "The hub refuses this page: add its origin ({origin}) to `origins` in your project's file.";
  readonly NOT_AVAILABLE: "The hub does not support this here, the purchase is frozen, or the item is not for sale or already owned.";
  readonly NOT_SIGNED_IN: "A guest is playing, and this needs an account.";
  readonly OFFLINE: "The browser does not reach the hub. Saves and scores are queued.";
  readonly UNKNOWN_ITEM: "The hub sells no such item for this game.";
  readonly UNKNOWN_OFFER: "The project of this game offers the player no such gift now.";
  readonly UNKNOWN_CODE: "There is no such code in this game, or it has been used.";
  readonly LIMIT_REACHED: "The player has as many as the item or the offer allows for now.";
  readonly UNKNOWN_PURCHASE: "This player has no such purchase in this game.";
  readonly UNKNOWN_CALL: "The hub does not know this call: it is older than the SDK.";
  readonly INVALID_PARAMS: "The call has missing or wrong parameters.";
  readonly BUSY: "Another purchase or sign-in is in progress.";
  readonly SAVE_CONFLICT: "Another tab or device has changed this save: see `error.conflict`. The next `set` wins.";
  readonly SAVE_TOO_LARGE: "A save is too large: at most 1 MB for all saves of a player in this game.";
  readonly SAVES_FULL: "The saves of this player in this game are full: at most 1 MB and 64 keys.";
  readonly INTERNAL: "The hub failed. The call may or may not have taken effect.";
};
/** Meaning of each error code, for the developer's console. The hub uses these sentences unless it knows more. */
declare const bridgeErrors: typeof sdkErrors & typeof hubErrors & typeof scoreErrors;
type BridgeErrorCode = keyof typeof bridgeErrors;
/** Equal to the version in package.json; `write-version.ts` updates it. */
export declare const SDK_VERSION = "1.1.0";
/** Two versions of a save, parsed; null where there is none. */
interface SaveConflict<T = any> {
  mine: T | null;
  theirs: T | null;
  /** The common start of both. */
  base: T | null;
}
/** The SDK's only error. Branch on `code`; `message` is for the developer's console. */
export declare class PlayhubError extends Error {
  readonly code: BridgeErrorCode;
  /** With `SAVE_CONFLICT`. */
  readonly conflict?: SaveConflict;
  /** @internal */
  readonly current?: SavedValue | null;
  constructor(code: BridgeErrorCode, message?: string, current?: SavedValue | null);
}
/** Makes one save of two. Returns what to keep. */
type MergeSave<T = any> = (key: string, conflict: SaveConflict<T>) => T;
interface SaveInfo {
  key: string;
  version: number;
  sizeBytes: number;
  /** Milliseconds since 1970. */
  savedAt: number;
}
/** The player's saves in this game: JSON by key, the same on every device. A guest's stay in this browser. */
interface HubSaves {
  /** Null when there is none. Comes without a round trip. `T` is what the game has saved: nothing checks it. */
  get<T = any>(key: string): Promise<T | null>;
  /**
   * Writes a save; more writes within 500 ms become one. `queued`: the hub keeps it and sends it once it can. Rejects
   * with `SAVE_CONFLICT` when another tab or device was first and there is no `mergeSave`; the next `set` wins.
   */
  set(key: string, value: unknown): Promise<SaveResult>;
  list(): Promise<SaveInfo[]>;
  remove(key: string): Promise<void>;
}
interface Scores {
  /**
   * Submits a score of the player. `board` and its limits are declared in the file of the project. Rejects with
   * `SCORE_NOT_ALLOWED` beyond a limit, and with `SCORE_TOO_SOON`. Without a connection it is queued.
   */
  submit(board: string, score: number, options?: ScoreOptions): Promise<SubmittedScore>;
  /** The best scores, for guests too. */
  top(board: string, view?: BoardView): Promise<ScoreEntry[]>;
  /** The score of the player between those before and after it; empty without a score, and for a guest. */
  around(board: string, view?: BoardView): Promise<ScoreEntry[]>;
}
interface Achievements {
  /** Unlocking twice changes nothing. Rejects with `NOT_SIGNED_IN` for a guest. */
  unlock(id: string): Promise<Achievement>;
  /** Reports how many steps are done in all. Progress only grows. */
  progress(id: string, steps: number): Promise<Achievement>;
  list(): Promise<Achievement[]>;
}
/** Ends a subscription. */
type Unsubscribe = () => void;
/** The connection to the hub. Every promise rejects only with a `PlayhubError`. */
interface Hub {
  /** `local` when no hub was found and the SDK simulates one. */
  readonly mode: "hub" | "local";
  readonly project: ProjectInfo;
  /** The current player. Updated before `onPlayer` listeners run. */
  readonly player: Player;
  /** Two letters. Updated before `onLanguage` listeners run. */
  readonly language: string;
  /** From the page's URL on the hub: `?launch.level=3` is `{ level: '3' }`. */
  readonly launchParams: Readonly<Record<string, string>>;
  readonly saves: HubSaves;
  /**
   * The reach of the device's notch and rounded corners into the game's frame, in CSS pixels: `env()` does not tell a
   * frame. All 0 until the hub has answered. Updated before `onSafeArea` listeners run.
   */
  readonly safeArea: Readonly<SafeArea>;
  /** True when this hub has a capability. Hide buttons for missing capabilities. */
  supports(capability: Capability): boolean;
  /** Fetches the current player. `player` is the same without the wait. */
  getPlayer(): Promise<Player>;
  /**
   * Issues a short-lived token for your own server. Request a new one each time instead of storing it.
   * Rejects with `NOT_SIGNED_IN` for a guest.
   */
  getToken(): Promise<GameToken>;
  /**
   * Lets the player sign in. Resolves to the player afterwards, who is still a guest if they decline. The hub may
   * navigate to its sign-in page and then restart the game, so save before you call this.
   */
  signIn(): Promise<Player>;
  /** Resolves to the guest who plays afterwards. */
  signOut(): Promise<Player>;
  /** The hub's items for this game, with prices for this player. */
  getCatalog(): Promise<CatalogItem[]>;
  /**
   * Opens the hub's payment screen. The hub's price list decides the price. Before the screen opens, the hub pauses the
   * game, leaves it 0.6 s to save and unloads it, so no frame can take what the player types. The restarted game
   * finds the outcome in `purchased`, and the purchase in `getPurchases`: the promise resolves only where the game
   * stays loaded, as in local mode. It rejects when the payment cannot be opened. A guest signs in first. When the price
   * is not the one of `getCatalog` any more, the hub asks the player before anything is charged.
   * @param request.code  As the player typed it.
   */
  purchase(request: {
    itemId: string;
    code?: string | undefined;
  }): Promise<PurchaseOutcome>;
  /** Outcome of the purchase the hub had unloaded the game for. A reload of its page keeps it. */
  readonly purchased: ResumedPurchase | undefined;
  /** Paid, unconsumed purchases, oldest first. Call it at the start to find interrupted purchases. */
  getPurchases(): Promise<Purchase[]>;
  /**
   * Marks a purchase as given. Idempotent: of all callers, in all tabs, exactly one gets `alreadyConsumed: false`, and
   * gives the item. Rejects with `UNKNOWN_PURCHASE` for a refunded purchase and with `NOT_AVAILABLE` for a frozen one.
   */
  consumePurchase(id: string): Promise<ConsumeResult>;
  /**
   * Claims a gift by the id of its offer, and resolves to its purchases: give and consume them like paid ones. Rejects with
   * `LIMIT_REACHED` when the player has claimed it, `UNKNOWN_OFFER` when it is not offered, `NOT_SIGNED_IN` for a guest.
   * Show a button for it where the hub `supports('offers')`.
   */
  claimGift(id: string): Promise<Purchase[]>;
  /** Leaderboards of this game. */
  readonly scores: Scores;
  readonly achievements: Achievements;
  /** Fetches the current language. `language` is the same without the wait. */
  getLanguage(): Promise<string>;
  onLanguage(listener: (language: string) => void): Unsubscribe;
  onPlayer(listener: (player: Player) => void): Unsubscribe;
  /** The hub covers the game: stop the clock and the sound, and save. Before a payment the game is unloaded 0.6 s later. */
  onPause(listener: () => void): Unsubscribe;
  onResume(listener: () => void): Unsubscribe;
  /** The player's purchases may have changed, for example after a pending payment: call `getPurchases`. */
  onPurchases(listener: () => void): Unsubscribe;
  /** Another device, another tab or a login has changed a save: `saves.get` has the new one. */
  onSaves(listener: (key: string) => void): Unsubscribe;
  /** The player has switched the sound off (`true`) or on in the hub's bar. */
  onMute(listener: (isMuted: boolean) => void): Unsubscribe;
  /** The safe area has changed, for example because the device was turned. */
  onSafeArea(listener: (safeArea: SafeArea) => void): Unsubscribe;
  /** Report how much is loaded, from 0 to 1: the hub shows it until `ready`. */
  progress(ratio: number): void;
  /** Reports the game as playable: the hub removes its loading screen. */
  ready(): void;
  /** Reports the beginning or resumption of play. */
  gameplayStart(): void;
  /** Reports the end of play: a menu, a pause, the end of a level. */
  gameplayStop(): void;
  /** Celebrate with the player: the hub shows confetti, at most once in 30 s. */
  celebrate(): void;
  /** Leave the game for its page. */
  leave(): void;
  /**
   * Counts an event, without identity: see `track` of the module.
   * @param name   One of `events` under `game:` in the project's file.
   * @param value  Is summed.
   */
  track(name: string, value?: number): void;
  /** The games of the hub's catalogue. */
  getGames(): Promise<HubGames>;
  /**
   * Creates a link to the game's page on the hub. Who follows it starts the game with these `launchParams`: at most 16,
   * names of letters, digits, `-` and `_`, values up to 200 characters.
   */
  shareLink(launchParams?: Record<string, string>): Promise<string>;
  /**
   * Shows games of the hub over this one for 5 s, in place of an advert, and pauses it meanwhile. Give what you promised
   * when the result is `rewarded`: a player who closes a rewarded break early gets nothing. `shown` is false when there is
   * no break now, as where the hub does not support `breaks`, and within a minute after the last one for `interstitial`.
   */
  showBreak(kind: BreakKind): Promise<BreakResult>;
  /** Opens the hub's support form for this game. */
  openSupport(): Promise<void>;
  /** Closes the connection. Pending calls reject with `CLOSED`. */
  close(): void;
}
/** An item of the local shop. Missing fields get defaults. */
type LocalItem = Pick<CatalogItem, "id"> & Partial<CatalogItem>;
/** Configures the simulated hub in local mode. */
interface LocalOptions {
  /** Default: a signed-in player called "Local player". */
  player?: Partial<Player> | undefined;
  /** Two letters. Default: the page's `?lng=`, else the browser's language. */
  language?: string | undefined;
  /** The items of the shop. Default: none. */
  catalog?: LocalItem[] | undefined;
  /** The codes that `purchase` takes; they change no price. Default: none. */
  codes?: readonly string[] | undefined;
  /** Outcome of a purchase. Default: `paid`. A function may ask the developer. */
  purchaseOutcome?: PurchaseOutcome["status"] | ((item: CatalogItem) => PurchaseOutcome["status"] | Promise<PurchaseOutcome["status"]>) | undefined;
}
interface ConnectOptions {
  /**
   * The simulated hub of local mode, which runs outside a frame, and in a frame on `localhost` when no hub responds.
   * `false` disables local mode: `connect` then rejects with `NO_HUB`. Disable it in a released game, because items in
   * the local shop are free.
   */
  local?: LocalOptions | false | undefined;
  /**
   * Origins of the hubs around this game, such as `https://play.example`. Default: the hub the script tag loads the SDK
   * from. `['*']` is any page: choose it where your server's `frame-ancestors` names the hubs.
   */
  hubOrigins?: readonly string[] | undefined;
  /** Timeout for a hub without start data. Default: 10 s, on `localhost` 1.5 s. */
  timeoutMs?: number | undefined;
  /**
   * Makes one save of two when two tabs, two devices or a guest and their account disagree. Without it `set` rejects,
   * and the hub asks the player which of the two saves to go on with.
   */
  mergeSave?: MergeSave | undefined;
}
/** A `Storage` whose items are one save of the player. Reads and writes at once. */
interface GameStorage {
  readonly length: number;
  getItem(key: string): string | null;
  /** Throws a `QuotaExceededError` when the items have more than a megabyte. */
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
  clear(): void;
  key(index: number): string | null;
}
/**
 * Works like `localStorage`, but follows the player to every device: all items are one save. It has the player's items
 * once `connect` has resolved; in a hub from the first line on.
 */
export declare const storage: GameStorage;
/**
 * Counts an event of the game, without identity. Before the game has connected, it waits for that.
 * @param name   One of `events` under `game:` in the project's file.
 * @param value  Is summed.
 */
export declare function track(name: string, value?: number): void;
/**
 * Connects to the game's hub, or starts local mode. With the hub's start data it resolves at once, and calls wait for
 * the connection. Further calls return the same hub until it is closed.
 * @throws PlayhubError `NO_HUB`, `ORIGIN_NOT_LISTED` or `UNSUPPORTED_VERSION`.
 */
export declare function connect(options?: ConnectOptions): Promise<Hub>;
export type { Achievement, Achievements, BoardView, BreakKind, BreakResult, BridgeErrorCode, Capability, CatalogItem, ConnectOptions, ConsumeResult, GameStorage, GameToken, Hub, HubGame, HubGames, HubSaves, ItemQuantity, LocalItem, LocalOptions, MergeSave, Player, Price, ProjectInfo, Purchase, PurchaseOutcome, ResumedPurchase, SafeArea, SaveConflict, SaveInfo, SaveResult, ScoreEntry, ScoreOptions, Scores, SubmittedScore, Unsubscribe };