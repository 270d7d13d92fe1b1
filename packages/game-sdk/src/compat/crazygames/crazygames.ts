import type { Portal } from '../shared/portal.ts'
import { openSaves } from '../shared/saves.ts'
import { createGame } from './game.ts'
import type { AdCallbacks, CrazyGamesSdk } from './interface.ts'
import { createUser, toError } from './user.ts'

const noAd = () => toError('unfilled', 'No ad available')
const ignore = () => {}
const refuseBanner = async () => Promise.reject(noAd())

/**
 * The SDK of CrazyGames, version 3.
 * @see https://docs.crazygames.com/sdk/html5-v3/intro/
 */
export function createCrazyGames(portal: Portal) {
  const saves = openSaves(portal, 'crazygames')
  let isAlone = false
  portal.opened.then((hub) => {
    isAlone = hub === null
  })

  const SDK = {
    async init() {
      await portal.opened
      await saves.loaded
    },
    get environment() {
      return isAlone ? 'disabled' : 'crazygames'
    },
    isQaTool: false,
    game: createGame(portal),
    ad: {
      async requestAd(type: 'midgame' | 'rewarded', { adStarted, adFinished, adError }: AdCallbacks = {}) {
        const isRewarded = type === 'rewarded'
        const { shown, rewarded } = await portal.showBreak(isRewarded ? type : 'interstitial', adStarted)
        if (isRewarded ? rewarded : shown) adFinished?.()
        else adError?.(noAd())
      },
      prefetchAd: ignore,
      hasAdblock: async () => false,
      addAdblockPopupListener: ignore,
      removeAdblockPopupListener: ignore,
      isAdPlaying: false,
    },
    banner: {
      requestBanner: refuseBanner,
      requestResponsiveBanner: refuseBanner,
      prefetchBanner: refuseBanner,
      prefetchResponsiveBanner: refuseBanner,
      renderPrefetchedBanner: refuseBanner,
      requestOverlayBanners: ignore,
      clearBanner: ignore,
      clearAllBanners: ignore,
      activeBannersCount: 0,
    },
    data: {
      getItem: (key: string) => (saves.values()[key] as string | undefined) ?? null,
      setItem(key: string, value: unknown) {
        saves.replace({ ...saves.values(), [key]: String(value) })
      },
      removeItem(key: string) {
        const { [key]: removed, ...others } = saves.values()
        if (removed !== undefined) saves.replace(others)
      },
      clear() {
        saves.replace({})
      },
      syncUnityGameData: ignore,
    },
    user: createUser(portal),
    analytics: { trackOrder: ignore },
  } satisfies CrazyGamesSdk
  return { CrazyGames: { SDK } }
}
