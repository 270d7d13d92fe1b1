import type { Portal } from '../shared/portal.ts'
import { openSaves } from '../shared/saves.ts'
import { createGame } from './game.ts'
import type { AdCallbacks, CrazyGamesSdk } from './interface.ts'
import { createUser, toError } from './user.ts'

const noAd = () => toError('unfilled', 'No ad available')

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
      requestAd(type: 'midgame' | 'rewarded', { adStarted, adFinished, adError }: AdCallbacks = {}) {
        const isRewarded = type === 'rewarded'
        portal
          .showBreak(isRewarded ? type : 'interstitial', adStarted)
          .then(({ shown, rewarded }) =>
            (isRewarded ? rewarded : shown) ? adFinished?.() : adError?.(noAd()),
          )
      },
      prefetchAd() {},
      hasAdblock: async () => false,
    },
    banner: {
      requestBanner: async () => Promise.reject(noAd()),
      requestResponsiveBanner: async () => Promise.reject(noAd()),
      clearBanner() {},
      clearAllBanners() {},
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
      syncUnityGameData() {},
    },
    user: createUser(portal),
    analytics: { trackOrder() {} },
  } satisfies CrazyGamesSdk
  return { CrazyGames: { SDK } }
}
