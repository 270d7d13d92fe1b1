import type { Portal } from '../shared/portal.ts'
import { openSaves } from '../shared/saves.ts'
import { createAchievements } from './achievements.ts'
import { createAdvertisement } from './advertisement.ts'
import { constants } from './constants.ts'
import { createDevice } from './device.ts'
import { createEvents } from './events.ts'
import type { Bridge } from './interface.ts'
import { createLeaderboards } from './leaderboards.ts'
import { createPayments } from './payments.ts'
import { createPlatform } from './platform.ts'
import { denyAll, orRefuse, refuse, refuseAll } from './refusals.ts'
import { createStorage } from './storage.ts'

const unavailable = {
  isSupported: false,
  setContext() {},
  ...refuseAll('get getState getTasks getGames claim complete show'),
}

/**
 * Playgama Bridge, versions 1 and 2, and Instant Games Bridge, as it was called before.
 * @see https://wiki.playgama.com/playgama/sdk/getting-started
 */
export function createPlaygama(portal: Portal) {
  const platform = portal.platform ?? 'playgama'
  const saves = openSaves(portal, 'playgama')
  let isInitialized = false

  const bridge = {
    ...constants,
    version: '2.0.2',
    engine: 'javascript',
    get isInitialized() {
      return isInitialized
    },
    async initialize() {
      await portal.opened
      await saves.loaded
      isInitialized = true
    },
    platform: createPlatform(portal, platform),
    game: createGame(portal),
    setGameLoadingProgress: (percent: number) => portal.hub?.progress(percent / 100),
    storage: createStorage(saves),
    advertisement: createAdvertisement(portal),
    player: createPlayer(portal),
    ...createLeaderboards(portal, platform),
    payments: createPayments(portal),
    device: createDevice(portal),
    clipboard: {
      isSupported: true,
      write: (text: string) => orRefuse(navigator.clipboard.writeText(text)),
      read: refuse,
    },
    social: createSocial(portal),
    achievements: createAchievements(portal),
    remoteConfig: unavailable,
    dailyRewards: unavailable,
    tasks: unavailable,
    crossPromo: unavailable,
    analytics: { send() {} },
  } satisfies Bridge
  return { bridge, playgamaBridge: bridge, instantGamesBridge: bridge }
}

function createGame(portal: Portal) {
  const { emit, ...events } = createEvents()
  const getState = () => (document.hidden ? 'hidden' : 'visible')
  document.addEventListener('visibilitychange', () => emit('visibility_state_changed', getState()))
  return {
    ...events,
    get visibilityState() {
      return getState()
    },
    setLoadingProgress: (percent: number) => portal.hub?.progress(percent / 100),
  }
}

function createPlayer(portal: Portal) {
  const account = () => (portal.info.player.isGuest ? null : portal.info.player)
  return {
    get id() {
      return account()?.id ?? null
    },
    get name() {
      return account()?.name ?? null
    },
    photos: [],
    extra: {},
    get isAuthorized() {
      return account() !== null
    },
    get isGuest() {
      return account() === null
    },
    isAuthorizationSupported: true,
    authorize: async () => ((await orRefuse(portal.signIn())) ? undefined : refuse()),
  }
}

function createSocial(portal: Portal) {
  async function share(): Promise<void> {
    const url = await portal.shareLink({})
    if (!url) return refuse()
    await (navigator.share ? navigator.share({ url }) : navigator.clipboard.writeText(url))
  }

  return {
    ...denyAll(
      'InviteFriends JoinCommunity CreatePost AddToHomeScreen AddToFavorites Rate AddToHomeScreenReward AddToFavoritesReward',
    ),
    ...refuseAll(
      'inviteFriends joinCommunity createPost addToHomeScreen addToFavorites rate getAddToHomeScreenReward getAddToFavoritesReward',
    ),
    isShareSupported: true,
    share: () => orRefuse(share()),
  }
}
