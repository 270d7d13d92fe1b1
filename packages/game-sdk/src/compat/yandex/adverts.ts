import type { SDK } from 'ysdk'
import type { Portal } from '../shared/portal.ts'

export function createAdverts(portal: Portal) {
  const banner = { stickyAdvIsShowing: false, reason: 'ADV_IS_NOT_CONNECTED' as const }
  const adverts: SDK['adv'] = {
    showFullscreenAdv({ callbacks = {} } = {}) {
      portal.showBreak('interstitial', callbacks.onOpen).then(({ shown }) => callbacks.onClose?.(shown))
    },
    showRewardedVideo({ callbacks = {} } = {}) {
      portal.showBreak('rewarded', callbacks.onOpen).then(({ shown, rewarded }) => {
        if (rewarded) callbacks.onRewarded?.()
        if (!shown) callbacks.onError?.(new Error('No ad'))
        callbacks.onClose?.()
      })
    },
    getBannerAdvStatus: async () => banner,
    showBannerAdv: async () => banner,
    hideBannerAdv: async () => ({ stickyAdvIsShowing: false }),
  }
  return adverts
}
