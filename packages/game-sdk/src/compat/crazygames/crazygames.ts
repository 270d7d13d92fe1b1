import type { Portal } from '../shared/portal.ts'
import { openSaves } from '../shared/saves.ts'
import { createGame } from './game.ts'
import { type AdCallbacks, type AdType, type CrazyGamesSdk, noAd } from './interface.ts'
import { createUser } from './user.ts'
import { createVersion1 } from './version-1.ts'
import { toVersion2 } from './version-2.ts'

const ignore = () => {}
const refuseBanner = async () => Promise.reject(noAd())

/**
 * The SDK of CrazyGames: version 3, or an older one requested by the game.
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
      async requestAd(type: AdType, { adStarted, adFinished, adError }: AdCallbacks = {}) {
        const isRewarded = type === 'rewarded'
        const { shown, rewarded } = await portal.showBreak(isRewarded ? type : 'interstitial', adStarted)
        if (isRewarded ? rewarded : shown) adFinished?.()
        else adError?.(noAd(), { reason: noAd().code, message: noAd().message })
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
  const [, older] = /\bv([12])\b/.exec(portal.original) ?? []
  if (older === '2') toVersion2(portal, SDK)
  const CrazyGames = { SDK, CrazySDK: createVersion1(portal, SDK) }
  Reflect.deleteProperty(CrazyGames, older === '1' ? 'SDK' : 'CrazySDK')
  return { CrazyGames }
}
