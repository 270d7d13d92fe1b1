import type { PortalSdk } from './portal-sdks.ts'

/** Members of a portal's SDK by the path of their object, separated by spaces. */
type Members = Record<string, string>

export type PortalCalls = {
  /** The path of each global. */
  globals: Record<string, string>
  /** The path of what a call returns or resolves to. */
  results: Record<string, string>
  supported: Members
  /** They respond as on the portal when the feature is missing there. */
  unavailable: Members
}

export type CallSupport = 'supported' | 'unavailable'

/**
 * Members of the hub's replacement of each portal's SDK. A test compares it with the replacements; the checker watches
 * and judges a game's calls by it.
 */
export const portalCalls: Record<PortalSdk, PortalCalls> = {
  yandex: {
    globals: { YaGames: 'YaGames' },
    results: {
      'YaGames.init': 'ysdk',
      'ysdk.getPlayer': 'player',
      'ysdk.getPayments': 'payments',
      'ysdk.getLeaderboards': 'lb',
    },
    supported: {
      YaGames: 'init',
      'YaGames.deviceInfo': 'type isDesktop isMobile isTablet isTV',
      ysdk: 'EVENTS getPlayer getPayments getLeaderboards getStorage getFlags isAvailableMethod serverTime on off onEvent dispatchEvent',
      'ysdk.auth': 'openAuthDialog',
      'ysdk.features.LoadingAPI': 'ready',
      'ysdk.features.GameplayAPI': 'start stop',
      'ysdk.features.GamesAPI': 'getAllGames getGameByID',
      'ysdk.environment': 'app browser i18n payload',
      'ysdk.leaderboards': 'setScore getEntries getPlayerEntry getDescription',
      lb: 'setLeaderboardScore getLeaderboardEntries getLeaderboardPlayerEntry getLeaderboardDescription',
      'ysdk.payments': 'getCatalog purchase getPurchases consumePurchase',
      payments: 'getCatalog purchase getPurchases consumePurchase',
      player:
        'getData setData getStats setStats incrementStats isAuthorized getMode getUniqueID getName signature',
      'ysdk.deviceInfo': 'type isDesktop isMobile isTablet isTV',
      'ysdk.screen.fullscreen': 'STATUS_ON STATUS_OFF status request exit',
      'ysdk.clipboard': 'writeText',
    },
    unavailable: {
      'ysdk.adv': 'showFullscreenAdv showRewardedVideo getBannerAdvStatus showBannerAdv hideBannerAdv',
      player: 'getPhoto getPayingStatus getIDsPerGame',
      'ysdk.features.PluginEngineDataReporterAPI': 'report',
      'ysdk.feedback': 'canReview requestReview',
      'ysdk.shortcut': 'canShowPrompt showPrompt',
      'ysdk.multiplayer.sessions': 'commit init push',
    },
  },
  crazygames: {
    globals: { CrazyGames: 'CrazyGames' },
    results: { 'CrazyGames.CrazySDK.getInstance': 'crazysdk' },
    supported: {
      'CrazyGames.CrazySDK': 'getInstance',
      crazysdk:
        'init addEventListener removeEventListener gameplayStart gameplayStop happytime sdkGameLoadingStart sdkGameLoadingStop inviteLink',
      'CrazyGames.SDK': 'init environment getEnvironment isQaTool',
      'CrazyGames.SDK.game':
        'id link gameplayStart gameplayStop happytime loadingStart loadingStop sdkGameLoadingStart sdkGameLoadingStop settings addSettingsChangeListener removeSettingsChangeListener inviteLink showInviteButton hideInviteButton setGameContext clearGameContext getInviteParam inviteParams isInstantMultiplayer isInstantJoin',
      'CrazyGames.SDK.data': 'getItem setItem removeItem clear',
      'CrazyGames.SDK.user':
        'isUserAccountAvailable systemInfo getSystemInfo getUser getUserToken showAuthPrompt addAuthListener removeAuthListener submitScore addScore addScoreEncrypted',
    },
    unavailable: {
      crazysdk: 'requestAd requestBanner requestResponsiveBanner clearBanner clearAllBanners',
      'CrazyGames.SDK.game':
        'updateRoom leftRoom addJoinRoomListener removeJoinRoomListener reportGameCompletedPercentage',
      'CrazyGames.SDK.ad':
        'requestAd prefetchAd hasAdblock addAdblockPopupListener removeAdblockPopupListener isAdPlaying',
      'CrazyGames.SDK.banner':
        'requestBanner requestResponsiveBanner prefetchBanner prefetchResponsiveBanner renderPrefetchedBanner requestOverlayBanners clearBanner clearAllBanners activeBannersCount',
      'CrazyGames.SDK.data': 'syncUnityGameData',
      'CrazyGames.SDK.user': 'listFriends showAccountLinkPrompt getXsollaUserToken',
      'CrazyGames.SDK.analytics': 'trackOrder',
    },
  },
  poki: {
    globals: { PokiSDK: 'PokiSDK' },
    results: {},
    supported: {
      PokiSDK:
        'init initWithVideoHB gameLoadingStart gameLoadingProgress gameLoadingFinished gameplayStart gameplayStop isAdBlocked shareableURL getURLParam getLanguage getUser getToken login openExternalLink captureError happyTime',
    },
    unavailable: {
      PokiSDK:
        'commercialBreak rewardedBreak displayAd destroyAd gameInteractive roundStart roundEnd muteAd movePill measure logError customEvent setDebug setDebugTouchOverlayController setLogging enableEventTracking playtestSetCanvas togglePlayerAdvertisingConsent toggleNonPersonalized disableProgrammatic playtestCaptureHtmlForce playtestCaptureHtmlOff playtestCaptureHtmlOn playtestCaptureHtmlOnce sendHighscore setConsentString setPlayerAge setPlaytestCanvas getLeaderboard',
    },
  },
  playgama: {
    globals: { bridge: 'bridge', playgamaBridge: 'bridge', instantGamesBridge: 'bridge' },
    results: {},
    supported: {
      bridge:
        'on off once initialize isInitialized version engine setGameLoadingProgress EVENT_NAME PLATFORM_ID PLATFORM_MESSAGE INTERSTITIAL_STATE REWARDED_STATE BANNER_STATE BANNER_POSITION STORAGE_TYPE VISIBILITY_STATE DEVICE_TYPE DEVICE_ORIENTATION LEADERBOARD_TYPE',
      'bridge.platform':
        'on off once id language payload tld isAudioEnabled isPaused isExternalLinksAllowed isExternalCallsSupported isGetAllGamesSupported isGetGameByIdSupported sendMessage getServerTime',
      'bridge.game': 'on off once visibilityState setLoadingProgress',
      'bridge.storage': 'defaultType isSupported isAvailable get set delete',
      'bridge.advertisement':
        'on off once isInterstitialSupported isRewardedSupported isBannerSupported isAdvancedBannersSupported interstitialState rewardedState bannerState advancedBannersState rewardedPlacement minimumDelayBetweenInterstitial setMinimumDelayBetweenInterstitial',
      'bridge.player': 'id name photos extra isAuthorized isGuest isAuthorizationSupported authorize',
      'bridge.leaderboards': 'type setScore getEntries',
      'bridge.leaderboard':
        'isSupported isSetScoreSupported isGetScoreSupported isGetEntriesSupported isMultipleBoardsSupported isNativePopupSupported setScore getScore getEntries',
      'bridge.payments':
        'isSupported isGetCatalogSupported isGetPurchasesSupported isConsumePurchaseSupported purchase getPurchases getCatalog consumePurchase',
      'bridge.device': 'on off once type os orientation safeArea',
      'bridge.clipboard': 'isSupported write',
      'bridge.social':
        'isShareSupported share isExternalLinksAllowed isInviteFriendsSupported isJoinCommunitySupported isCreatePostSupported isAddToHomeScreenSupported isAddToFavoritesSupported isRateSupported isAddToHomeScreenRewardSupported isAddToFavoritesRewardSupported',
      'bridge.analytics': 'send',
      'bridge.achievements':
        'isSupported isGetListSupported isNativePopupSupported unlock getList getAchievements',
      'bridge.remoteConfig': 'isSupported',
      'bridge.dailyRewards': 'isSupported',
      'bridge.tasks': 'isSupported',
      'bridge.crossPromo': 'isSupported',
    },
    unavailable: {
      'bridge.platform': 'sendCustomMessage getAllGames getGameById',
      'bridge.advertisement':
        'preloadInterstitial preloadRewarded showInterstitial showRewarded showBanner hideBanner showAdvancedBanners hideAdvancedBanners checkAdBlock',
      'bridge.leaderboards': 'showNativePopup',
      'bridge.leaderboard': 'showNativePopup',
      'bridge.clipboard': 'read',
      'bridge.social':
        'inviteFriends joinCommunity createPost addToHomeScreen addToFavorites rate getAddToHomeScreenReward getAddToFavoritesReward',
      'bridge.achievements': 'showNativePopup',
      'bridge.remoteConfig': 'setContext get',
      'bridge.dailyRewards': 'getRewards getCurrentDay getCurrentReward claimCurrentReward',
      'bridge.tasks': 'getTasks addProgress claimReward',
      'bridge.crossPromo': 'isVisible getGames show hide',
    },
  },
  gamedistribution: {
    globals: { gdsdk: 'gdsdk', gdApi: 'gdApi' },
    results: {},
    supported: { gdsdk: 'AdType' },
    unavailable: {
      gdsdk: 'showAd showBanner preloadAd cancelAd openConsole play customLog',
      gdApi: 'showBanner play customLog',
    },
  },
}

/** The hub's support of each member, by its path with the path of its object. */
export function listMembers(sdk: PortalSdk): Map<string, CallSupport> {
  const { supported, unavailable } = portalCalls[sdk]
  const list = (members: Members, support: CallSupport) =>
    Object.entries(members).flatMap(([path, names]) =>
      names.split(' ').map((name) => [`${path}.${name}`, support] as const),
    )
  return new Map([...list(supported, 'supported'), ...list(unavailable, 'unavailable')])
}
