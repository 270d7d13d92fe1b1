/**
 * The members of CrazyGames' SDK for HTML5, version 3, by its documents.
 * @see https://docs.crazygames.com/sdk/
 */
export interface CrazyGamesSdk {
  init(): Promise<void>
  readonly environment: 'local' | 'crazygames' | 'disabled'
  readonly isQaTool: boolean
  ad: {
    requestAd(type: AdType, callbacks?: AdCallbacks): Promise<void>
    prefetchAd(type: AdType): void
    hasAdblock(): Promise<boolean>
    addAdblockPopupListener(listener: (state: 'open' | 'close') => void): void
    removeAdblockPopupListener(listener: (state: 'open' | 'close') => void): void
    readonly isAdPlaying: boolean
  }
  banner: {
    requestBanner(banner: { id: string; width: number; height: number }): Promise<unknown>
    requestResponsiveBanner(containerId: string): Promise<unknown>
    prefetchBanner(banner: { id: string; width: number; height: number }): Promise<unknown>
    prefetchResponsiveBanner(banner: { id: string; width: number; height: number }): Promise<unknown>
    renderPrefetchedBanner(banner: object): Promise<unknown>
    requestOverlayBanners(banners: object[], callback?: (...given: unknown[]) => void): void
    clearBanner(containerId: string): void
    clearAllBanners(): void
    readonly activeBannersCount: number
  }
  game: {
    readonly id: string
    readonly link: string
    readonly settings: Settings
    addSettingsChangeListener(listener: (settings: Settings) => void): void
    removeSettingsChangeListener(listener: (settings: Settings) => void): void
    gameplayStart(): void
    gameplayStop(): void
    loadingStart(): void
    loadingStop(): void
    happytime(): void
    inviteLink(params: InviteParams): string
    showInviteButton(params: InviteParams): string
    hideInviteButton(): void
    getInviteParam(name: string): string | null
    readonly inviteParams: Record<string, string> | null
    readonly isInstantMultiplayer: boolean
    /** The older name. */
    readonly isInstantJoin: boolean
    updateRoom(room: object): void
    leftRoom(): void
    addJoinRoomListener(listener: (room: object) => void): void
    removeJoinRoomListener(listener: (room: object) => void): void
    reportGameCompletedPercentage(percentage: number): void
    setGameContext(context: object): void
    clearGameContext(): void
  }
  data: {
    getItem(key: string): string | null
    setItem(key: string, value: unknown): void
    removeItem(key: string): void
    clear(): void
    syncUnityGameData(): void
  }
  user: {
    readonly isUserAccountAvailable: boolean
    readonly systemInfo: {
      countryCode: string
      locale: string
      device: { type: string }
      os: { name: string; version: string }
      browser: { name: string; version: string }
      applicationType: string
    }
    getUser(): Promise<User | null>
    getUserToken(): Promise<string>
    getXsollaUserToken(): Promise<string>
    showAuthPrompt(): Promise<User>
    showAccountLinkPrompt(): Promise<{ response: string }>
    addAuthListener(listener: (user: User) => void): void
    removeAuthListener(listener: (user: User) => void): void
    listFriends(page: { page: number; size: number }): Promise<{
      friends: object[]
      page: number
      size: number
      hasMore: boolean
      total: number
    }>
    submitScore(score: { encryptedScore?: string; score?: number }): void
    /** The older names. */
    addScore(score: number): void
    addScoreEncrypted(score: number, encryptedScore: string): void
  }
  analytics: { trackOrder(provider: string, order: object): void }
}

export interface AdCallbacks {
  adStarted?(): void
  adFinished?(): void
  /** Version 2 reads the reason from the second argument. */
  adError?(error: unknown, errorData?: { reason: string; message: string }): void
}

export type AdType = 'midgame' | 'rewarded'

/** Errors of this SDK are `{ code, message }`. */
export const toError = (code: string, message: string) => ({ code, message })
export const noAd = () => toError('unfilled', 'No ad available')

export interface User {
  username: string
  profilePictureUrl: string
}

export interface Settings {
  muteAudio: boolean
  disableChat: boolean
}

export type InviteParams = Record<string, string | number | boolean>
