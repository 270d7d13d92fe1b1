/**
 * The members of Poki's SDK, version 2, by its documents and those of its plugins.
 * @see https://sdk.poki.com/html5
 */
export interface Poki {
  init(): Promise<void>
  initWithVideoHB(): Promise<void>
  gameLoadingStart(): void
  gameLoadingProgress(progress: { percentageDone?: number }): void
  gameLoadingFinished(): void
  gameInteractive(): void
  gameplayStart(): void
  gameplayStop(): void
  roundStart(id?: string): void
  roundEnd(id?: string): void
  commercialBreak(onStart?: () => void): Promise<void>
  rewardedBreak(
    options?: (() => void) | { size?: 'small' | 'medium' | 'large'; onStart?: () => void },
  ): Promise<boolean>
  displayAd(container: HTMLElement, size: string): void
  destroyAd(container: HTMLElement): void
  isAdBlocked(): boolean
  muteAd(): void
  movePill(topPercent: number, topPx: number): void
  /** @param intensity  0 to 1. */
  happyTime(intensity?: number): void
  getLeaderboard(): Promise<unknown[]>
  shareableURL(params: Record<string, string | number>): Promise<string>
  getURLParam(name: string): string
  getLanguage(): string
  getUser(): Promise<{ username: string; avatarUrl: string } | null>
  getToken(): Promise<string | null>
  login(): Promise<void>
  openExternalLink(url: string): void
  measure(category: string, what: string, action: string): void
  customEvent(noun: string, verb: string, data?: object): void
  captureError(error: unknown): void
  logError(error: unknown): void
  setDebug(isDebug: boolean): void
  setDebugTouchOverlayController(isShown: boolean): void
  setLogging(isLogging: boolean): void
  enableEventTracking(): void
  playtestSetCanvas(canvas: HTMLCanvasElement | HTMLCanvasElement[]): void
  togglePlayerAdvertisingConsent(isGiven: boolean): void
  toggleNonPersonalized(isNonPersonalized: boolean): void
  disableProgrammatic(): void
  playtestCaptureHtmlForce(): void
  playtestCaptureHtmlOff(): void
  playtestCaptureHtmlOn(): void
  playtestCaptureHtmlOnce(): void
  sendHighscore(score: number): void
  setConsentString(consent: string): void
  setPlayerAge(age: number): void
  setPlaytestCanvas(canvas: HTMLCanvasElement | HTMLCanvasElement[]): void
}
