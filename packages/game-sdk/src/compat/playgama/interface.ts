import type { Options } from './calls.ts'

type Constants = Readonly<Record<string, string>>
type Placement = string | object | null
type Keys = string | string[]

interface Emits {
  on(event: string, listener: (state: never) => unknown): unknown
  off(event: string, listener: (state: never) => unknown): unknown
  once(event: string, listener: (state: never) => unknown): unknown
}

/**
 * The members of Playgama Bridge, versions 1 and 2, by its documents.
 * @see https://wiki.playgama.com/playgama/sdk/getting-started
 */
export interface Bridge extends Emits {
  readonly version: string
  readonly engine: string
  readonly isInitialized: boolean
  initialize(options?: object): Promise<unknown>
  setGameLoadingProgress(percent: number): void
  readonly EVENT_NAME: Constants
  readonly PLATFORM_ID: Constants
  readonly PLATFORM_MESSAGE: Constants
  readonly INTERSTITIAL_STATE: Constants
  readonly REWARDED_STATE: Constants
  readonly BANNER_STATE: Constants
  readonly BANNER_POSITION: Constants
  readonly STORAGE_TYPE: Constants
  readonly VISIBILITY_STATE: Constants
  readonly DEVICE_TYPE: Constants
  readonly DEVICE_ORIENTATION: Constants
  readonly LEADERBOARD_TYPE: Constants
  platform: Emits & {
    readonly id: string
    readonly language: string
    readonly payload: string | null
    readonly tld: string | null
    readonly isAudioEnabled: boolean
    readonly isPaused: boolean
    readonly isExternalLinksAllowed: boolean
    readonly isExternalCallsSupported: boolean
    readonly isGetAllGamesSupported: boolean
    readonly isGetGameByIdSupported: boolean
    sendMessage(message: string, options?: object): Promise<unknown>
    sendCustomMessage(id: string, options?: object): Promise<unknown>
    getServerTime(): Promise<number>
    getAllGames(): Promise<unknown>
    getGameById(options: { gameId: string }): Promise<unknown>
  }
  game: Emits & { readonly visibilityState: string; setLoadingProgress(percent: number): void }
  storage: {
    readonly defaultType: string
    isSupported(type: string): boolean
    isAvailable(type: string): boolean
    get(keys: Keys, type?: string | boolean, parses?: boolean): Promise<unknown>
    set(keys: Keys, values: unknown, type?: string): Promise<unknown>
    delete(keys: Keys, type?: string): Promise<unknown>
  }
  advertisement: Emits & {
    readonly isBannerSupported: boolean
    readonly isInterstitialSupported: boolean
    readonly isRewardedSupported: boolean
    readonly isAdvancedBannersSupported: boolean
    readonly bannerState: string
    readonly interstitialState: string
    readonly rewardedState: string
    readonly rewardedPlacement: Placement
    readonly advancedBannersState: string | null
    readonly minimumDelayBetweenInterstitial: number
    setMinimumDelayBetweenInterstitial(seconds: number): void
    preloadInterstitial(placement?: Placement): void
    preloadRewarded(placement?: Placement): void
    showInterstitial(placement?: Placement): void
    showRewarded(placement?: Placement): void
    showBanner(position?: string, placement?: Placement): void
    hideBanner(): void
    showAdvancedBanners(banners: object): void
    hideAdvancedBanners(): void
    checkAdBlock(): Promise<boolean>
  }
  player: {
    readonly id: string | null
    readonly name: string | null
    readonly photos: readonly string[]
    readonly extra: object
    readonly isAuthorized: boolean
    readonly isAuthorizationSupported: boolean
    authorize(options?: object): Promise<unknown>
  }
  leaderboards: {
    readonly type: string
    setScore(id: string, score: number): Promise<unknown>
    getEntries(
      id: string,
    ): Promise<{ id: string; name: string; score: number; rank: number; photo: string }[]>
    showNativePopup(id: string): Promise<unknown>
  }
  /** Version 1 before 1.20. */
  leaderboard: {
    readonly isSupported: boolean
    readonly isSetScoreSupported: boolean
    readonly isGetScoreSupported: boolean
    readonly isGetEntriesSupported: boolean
    readonly isMultipleBoardsSupported: boolean
    readonly isNativePopupSupported: boolean
    setScore(options: Options): Promise<unknown>
    getScore(options: Options): Promise<number>
    getEntries(options: Options): Promise<unknown[]>
    showNativePopup(options: Options): Promise<unknown>
  }
  payments: {
    readonly isSupported: boolean
    readonly isGetCatalogSupported: boolean
    readonly isGetPurchasesSupported: boolean
    readonly isConsumePurchaseSupported: boolean
    purchase(id: string | Options, options?: object): Promise<{ id: string }>
    getPurchases(): Promise<{ id: string }[]>
    getCatalog(): Promise<
      { id: string; price: string; priceCurrencyCode: string; priceValue: number | string }[]
    >
    consumePurchase(id: string | Options): Promise<{ id: string }>
  }
  achievements: {
    readonly isSupported: boolean
    readonly isGetListSupported: boolean
    readonly isNativePopupSupported: boolean
    unlock(id: string): Promise<unknown>
    getList(options?: object): Promise<{ id: string; name: string; description: string; unlocked: boolean }[]>
    getAchievements(): Promise<{ id: string; name: string; description: string; unlocked: boolean }[]>
    showNativePopup(options?: object): Promise<unknown>
  }
  device: Emits & {
    readonly type: string
    readonly os: string
    readonly orientation: string
    readonly safeArea: { top: number; bottom: number; left: number; right: number }
  }
  clipboard: {
    readonly isSupported: boolean
    read(): Promise<string>
    write(text: string): Promise<unknown>
  }
  social: { readonly isShareSupported: boolean; share(options?: object): Promise<unknown> }
  remoteConfig: {
    readonly isSupported: boolean
    setContext(context: object): void
    get(options?: object): Promise<unknown>
  }
  dailyRewards: {
    getRewards(): Promise<string[]>
    getCurrentDay(): Promise<number>
    getCurrentReward(): Promise<string | null>
    claimCurrentReward(): Promise<boolean>
  }
  tasks: {
    getTasks(): Promise<object[]>
    addProgress(metric: string, amount?: number): Promise<void>
    claimReward(id: string): Promise<boolean>
  }
  crossPromo: {
    readonly isVisible: boolean
    getGames(): Promise<object[]>
    show(): Promise<void>
    hide(): void
  }
  analytics: { send(event: string, data?: { value?: unknown; [name: string]: unknown }): void }
}
