import { parseUrl } from '@playhub/contract/browsers/newer-builtins'
import { type Portal, toTexts } from '../shared/portal.ts'
import type { Poki } from './interface.ts'

const ignored = [
  'gameLoadingStart',
  'gameInteractive',
  'roundStart',
  'roundEnd',
  'displayAd',
  'destroyAd',
  'muteAd',
  'movePill',
  'measure',
  'logError',
  'customEvent',
  'setDebug',
  'setDebugTouchOverlayController',
  'setLogging',
  'enableEventTracking',
  'playtestSetCanvas',
  'togglePlayerAdvertisingConsent',
  'toggleNonPersonalized',
  'disableProgrammatic',
  'playtestCaptureHtmlForce',
  'playtestCaptureHtmlOff',
  'playtestCaptureHtmlOn',
  'playtestCaptureHtmlOnce',
  'sendHighscore',
  'setConsentString',
  'setPlayerAge',
  'setPlaytestCanvas',
] as const

/**
 * The SDK of Poki, version 2.
 * @see https://sdk.poki.com/html5
 */
export function createPoki(portal: Portal) {
  const init = async () => {
    await portal.opened
  }
  const getUser = async () => {
    await portal.opened
    const { name, isGuest, picture = '' } = portal.info.player
    return isGuest ? null : { username: name, avatarUrl: picture }
  }

  const PokiSDK = {
    ...(Object.fromEntries(ignored.map((name) => [name, () => {}])) as Record<
      (typeof ignored)[number],
      (...given: unknown[]) => void
    >),
    init,
    initWithVideoHB: init,
    gameLoadingProgress({ percentageDone = 0 } = {}) {
      portal.hub?.progress(percentageDone / 100)
    },
    gameLoadingFinished: () => portal.ready(),
    gameplayStart: () => portal.startGameplay(),
    gameplayStop: () => portal.stopGameplay(),
    async commercialBreak(onStart?: () => void) {
      await portal.showBreak('interstitial', onStart)
    },
    rewardedBreak: async (options?: (() => void) | { size?: string; onStart?: () => void }) =>
      (await portal.showBreak('rewarded', typeof options === 'function' ? options : options?.onStart))
        .rewarded,
    happyTime: (_intensity?: number) => portal.celebrate(),
    captureError: (error: unknown) => void (globalThis.reportError ?? console.error)(error),
    isAdBlocked: () => false,
    getLeaderboard: async () => [],
    shareableURL: (params: object = {}) => portal.shareLink(toTexts(params)),
    getURLParam: (name: string) => portal.info.launchParams[name] ?? '',
    getLanguage: () => portal.info.language,
    getUser,
    getToken: async () => {
      await portal.opened
      if (portal.info.player.isGuest) return null
      return (await portal.hub?.getToken())?.token ?? null
    },
    async login() {
      if (!(await portal.signIn())) throw new Error('The player is not signed in')
    },
    openExternalLink: (url: string) =>
      portal.send('openLink', { url: parseUrl(url, document.baseURI)?.href ?? url }),
  } satisfies Poki
  return { PokiSDK }
}
