import { createEvents } from '../shared/events.ts'
import type { Portal } from '../shared/portal.ts'
import { type AdType, type CrazyGamesSdk, type InviteParams, noAd } from './interface.ts'

/**
 * Version 1 of the SDK: one object, which tells by events how adverts and banners go.
 * @see https://docs.crazygames.com/sdk/html5-v1/sdk
 */
export function createVersion1(portal: Portal, { game, ad, user }: CrazyGamesSdk) {
  const { on, off, emit } = createEvents()
  const ignore = () => {}
  let isInitialized = false

  function init(): void {
    if (isInitialized) return
    isInitialized = true
    portal.opened.then(() => {
      emit('initialized', { userInfo: user.systemInfo })
      emit('adblockDetectionExecuted', { hasAdblock: false })
    })
  }

  /** Banners, or the ids of their containers. */
  function refuseBanners(banners: (string | { containerId: string })[] = []): void {
    for (const banner of banners) {
      const containerId = typeof banner === 'string' ? banner : banner.containerId
      setTimeout(() => emit('bannerError', { containerId, error: noAd().message }))
    }
  }

  const sdk = {
    init,
    addEventListener: on,
    removeEventListener: off,
    requestAd(type: AdType = 'midgame'): void {
      ad.requestAd(type, {
        adStarted: () => emit('adStarted', {}),
        adFinished: () => emit('adFinished', {}),
        adError: (error) => emit('adError', { error }),
      })
    },
    gameplayStart: game.gameplayStart,
    gameplayStop: game.gameplayStop,
    happytime: game.happytime,
    sdkGameLoadingStart: game.loadingStart,
    sdkGameLoadingStop: game.loadingStop,
    inviteLink: (params: InviteParams) => game.inviteLink(params),
    requestBanner: refuseBanners,
    requestResponsiveBanner: refuseBanners,
    clearBanner: ignore,
    clearAllBanners: ignore,
  }
  return { getInstance: () => sdk }
}
