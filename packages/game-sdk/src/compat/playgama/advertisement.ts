import type { BreakKind } from '@playhub/contract/bridge-protocol'
import type { Portal } from '../shared/portal.ts'
import type { Events } from './events.ts'

type Placement = string | object | null

export function createAdvertisement(portal: Portal, { emit, events }: Events) {
  const states = { interstitial: 'closed', rewarded: 'closed', banner: 'hidden' }
  let isShowing = false
  let rewardedPlacement: Placement = null
  let minimumDelay = 60
  const enter = (kind: keyof typeof states, state: string) => {
    states[kind] = state
    emit(`${kind}_state_changed`, state)
  }

  async function show(kind: BreakKind): Promise<void> {
    if (isShowing) return
    isShowing = true
    enter(kind, 'loading')
    const { shown, rewarded } = await portal.showBreak(kind, () => enter(kind, 'opened'))
    isShowing = false
    if (rewarded) enter(kind, 'rewarded')
    enter(kind, shown ? 'closed' : 'failed')
  }

  return {
    ...events,
    get isInterstitialSupported() {
      return portal.supports('breaks')
    },
    get isRewardedSupported() {
      return portal.supports('breaks')
    },
    isBannerSupported: false,
    isAdvancedBannersSupported: false,
    get interstitialState() {
      return states.interstitial
    },
    get rewardedState() {
      return states.rewarded
    },
    get bannerState() {
      return states.banner
    },
    advancedBannersState: 'hidden',
    get rewardedPlacement() {
      return rewardedPlacement
    },
    get minimumDelayBetweenInterstitial() {
      return minimumDelay
    },
    setMinimumDelayBetweenInterstitial(seconds: number) {
      minimumDelay = seconds
    },
    preloadInterstitial() {},
    preloadRewarded() {},
    showInterstitial(_placement: Placement = null) {
      show('interstitial')
    },
    showRewarded(placement: Placement = null) {
      rewardedPlacement = placement
      show('rewarded')
    },
    showBanner() {
      enter('banner', 'failed')
    },
    hideBanner() {
      enter('banner', 'hidden')
    },
    showAdvancedBanners() {},
    hideAdvancedBanners() {},
    checkAdBlock: async () => false,
  }
}
