/**
 * Calls by plugins for engines, read in the plugins' public sources on 2026-11-29. The table in docs/engines.md names
 * these plugins.
 */
import { portalCalls } from '@playhub/contract/plays/portal-calls'
import { type PortalSdk, portalScripts } from '@playhub/contract/plays/portal-sdks'
import { expect, test } from 'vitest'
import { openFakePortal } from '../../test/fake-hub.ts'
import { createPlaygama } from './playgama/playgama.ts'

/** Bridge of Playgama: the calls of its plugins for Unity, Godot 4, Defold, GameMaker and Construct 3 together. */
const bridgeCalls: Record<string, string> = {
  achievements:
    'getAchievements getList isGetListSupported isNativePopupSupported isSupported showNativePopup unlock',
  advertisement:
    'advancedBannersState bannerState checkAdBlock hideAdvancedBanners hideBanner interstitialState isAdvancedBannersSupported isBannerSupported isInterstitialSupported isRewardedSupported minimumDelayBetweenInterstitial on rewardedPlacement rewardedState setMinimumDelayBetweenInterstitial showAdvancedBanners showBanner showInterstitial showRewarded',
  crossPromo: 'getGames hide isVisible show',
  dailyRewards: 'claimCurrentReward getCurrentDay getCurrentReward getRewards',
  device: 'safeArea type',
  game: 'on setLoadingProgress visibilityState',
  leaderboards: 'getEntries setScore showNativePopup type',
  payments: 'consumePurchase getCatalog getPurchases isSupported purchase',
  platform:
    'getAllGames getGameById getServerTime id isAudioEnabled isExternalCallsSupported isExternalLinksAllowed isGetAllGamesSupported isGetGameByIdSupported isPaused language on payload sendCustomMessage sendMessage tld',
  player: 'authorize extra id isAuthorizationSupported isAuthorized isGuest name photos',
  remoteConfig: 'get isSupported setContext',
  social:
    'addToFavorites addToHomeScreen createPost getAddToFavoritesReward getAddToHomeScreenReward inviteFriends isAddToFavoritesRewardSupported isAddToFavoritesSupported isAddToHomeScreenRewardSupported isAddToHomeScreenSupported isCreatePostSupported isExternalLinksAllowed isInviteFriendsSupported isJoinCommunitySupported isRateSupported isShareSupported joinCommunity rate share',
  storage: 'defaultType delete get isAvailable isSupported set',
  tasks: 'addProgress claimReward getTasks',
}

/** By the path of the object. */
const otherCalls: [plugin: string, sdk: PortalSdk, calls: Record<string, string>][] = [
  [
    'extension-crazygames for Defold',
    'crazygames',
    {
      'CrazyGames.SDK.ad': 'hasAdblock requestAd',
      'CrazyGames.SDK.banner': 'clearAllBanners clearBanner requestBanner requestResponsiveBanner',
      'CrazyGames.SDK.data': 'clear getItem removeItem setItem',
      'CrazyGames.SDK.game':
        'gameplayStart gameplayStop getInviteParam happytime hideInviteButton inviteLink isInstantMultiplayer loadingStart loadingStop showInviteButton',
      'CrazyGames.SDK.user':
        'addAuthListener getUser getUserToken isUserAccountAvailable removeAuthListener showAccountLinkPrompt showAuthPrompt',
    },
  ],
  [
    'extension-poki-sdk for Defold',
    'poki',
    {
      PokiSDK:
        'captureError commercialBreak gameplayStart gameplayStop getToken getURLParam getUser login measure movePill openExternalLink rewardedBreak setDebug shareableURL',
    },
  ],
  [
    "Poki's plugin for Phaser 3",
    'poki',
    { PokiSDK: 'init gameLoadingStart gameLoadingFinished gameplayStart gameplayStop' },
  ],
]

const split = (calls: string) => calls.split(' ')

test("Playgama's plugins find every member of the bridge", async () => {
  const { bridge } = createPlaygama(openFakePortal().portal)
  await bridge.initialize()
  const modules = bridge as unknown as Record<string, object>
  const missing = Object.entries(bridgeCalls).flatMap(([module, calls]) =>
    split(calls)
      .filter((name) => !(name in (modules[module] ?? {})))
      .map((name) => `${module}.${name}`),
  )
  expect(missing).toEqual([])
})

test('plugins may name their engine', () => {
  const { bridge } = createPlaygama(openFakePortal().portal)
  for (const engine of ['unity', 'godot', 'defold', 'gamemaker', 'construct']) {
    Object.assign(bridge, { engine })
    expect(bridge).toMatchObject({ engine })
  }
})

test.for(otherCalls)('%s calls nothing that the replacement lacks', ([, sdk, calls]) => {
  const { supported, unavailable } = portalCalls[sdk]
  for (const [path, names] of Object.entries(calls)) {
    const known = [supported, unavailable].flatMap((members) => split(members[path] ?? ''))
    expect(split(names).filter((name) => !known.includes(name))).toEqual([])
  }
})

test.for([
  './playgama-bridge-unity.js',
  'html5game/uph_playgama-bridge-gm.js',
  'lib/instant-games-bridge-unity.js',
])("the plugin's own script %s is not taken for the bridge", (address) => {
  expect(portalScripts.playgama.test(address)).toBe(false)
})

test.for([
  './playgama-bridge.js',
  './html5game/playgama-bridge.js?v=2',
  'https://bridge.playgama.com/v2/stable/playgama-bridge.js',
  'lib/playgama-bridge.min.js',
  'lib/playgama-bridge-v1.2.0.js',
  'https://cdn.example/npm/instant-games-bridge@1.9/dist/instant-games-bridge.min.js',
])('the bridge is known by %s', (address) => {
  expect(portalScripts.playgama.test(address)).toBe(true)
})
