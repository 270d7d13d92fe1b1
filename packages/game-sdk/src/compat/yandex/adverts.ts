import type { SDK } from 'ysdk'
import type { Portal } from '../shared/portal.ts'

export function createAdverts(portal: Portal) {
  const banner = { stickyAdvIsShowing: false, reason: 'ADV_IS_NOT_CONNECTED' as const }
  const adverts: SDK['adv'] = {
    showFullscreenAdv({ callbacks = {} } = {}) {
      portal.showBreak('interstitial', callbacks.onOpen).then((wasShown) => callbacks.onClose?.(wasShown))
    },
    showRewardedVideo({ callbacks = {} } = {}) {
      portal.showBreak('rewarded', callbacks.onOpen).then((wasShown) => {
        if (wasShown) callbacks.onRewarded?.()
        else callbacks.onError?.(new Error('No ad available'))
        callbacks.onClose?.()
      })
    },
    getBannerAdvStatus: async () => banner,
    showBannerAdv: async () => banner,
    hideBannerAdv: async () => ({ stickyAdvIsShowing: false }),
  }
  return adverts
}
