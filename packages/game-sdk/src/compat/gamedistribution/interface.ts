/**
 * The members of GameDistribution's SDK, by its documents.
 * @see https://github.com/GameDistribution/GD-HTML5/wiki
 */
export interface GameDistributionSdk {
  gdsdk: {
    readonly AdType: { Interstitial: string; Rewarded: string; Display: string }
    showAd(type?: string, options?: object): Promise<unknown>
    preloadAd(type?: string): Promise<unknown>
    cancelAd(): Promise<unknown>
    /** The older name of `showAd`. */
    showBanner(): unknown
    openConsole(): void
    play(): void
    customLog(key?: string): void
  }
  gdApi: { showBanner(): void; play(): void; customLog(key?: string): void }
}

/** The game's `GD_OPTIONS`. */
export interface Options {
  gameId?: string
  onEvent?(event: { name: string; message: string; status: string }): void
}
