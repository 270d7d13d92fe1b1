import { PlayhubError } from '../../transport.ts'
import type { Portal } from '../shared/portal.ts'
import { openSaves } from '../shared/saves.ts'
import { createAchievements } from './achievements.ts'
import { createAdvertisement } from './advertisement.ts'
import { denyAll, orRefuse, refuse, refuseAll } from './calls.ts'
import { constants } from './constants.ts'
import { createDevice } from './device.ts'
import { createEvents, type Events } from './events.ts'
import type { Bridge } from './interface.ts'
import { createLeaderboards } from './leaderboards.ts'
import { createPayments } from './payments.ts'
import { createPlatform } from './platform.ts'
import { createStorage } from './storage.ts'

/** Playgama's Bridge does the same where nothing is configured. */
const features = {
  dailyRewards: {
    isSupported: false,
    getRewards: async () => [],
    getCurrentDay: async () => 0,
    getCurrentReward: async () => null,
    claimCurrentReward: async () => false,
  },
  tasks: {
    isSupported: false,
    getTasks: async () => [],
    addProgress: async () => {},
    claimReward: async () => false,
  },
  crossPromo: {
    isSupported: false,
    isVisible: false,
    getGames: async () => [],
    show: async () => {},
    hide() {},
  },
}

/**
 * Playgama Bridge, versions 1 and 2, and Instant Games Bridge, as it was called before.
 * @see https://wiki.playgama.com/playgama/sdk/getting-started
 */
export function createPlaygama(portal: Portal) {
  const platform = portal.platform ?? 'playgama'
  const saves = openSaves(portal, 'playgama')
  const bus = createEvents()
  const game = createGame(portal, bus)
  let isInitialized = false

  const bridge = {
    ...bus.events,
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
    platform: createPlatform(portal, platform, bus),
    game,
    setGameLoadingProgress: game.setLoadingProgress,
    storage: createStorage(saves),
    advertisement: createAdvertisement(portal, bus),
    player: createPlayer(portal),
    ...createLeaderboards(portal, platform),
    payments: createPayments(portal, platform),
    device: createDevice(portal, bus),
    clipboard: {
      isSupported: true,
      write: (text: string) => orRefuse(navigator.clipboard.writeText(text)),
      read: refuse,
    },
    social: createSocial(portal, platform),
    achievements: createAchievements(portal),
    remoteConfig: createRemoteConfig(platform),
    ...features,
    analytics: {
      send(event: string, data?: { value?: unknown; [name: string]: unknown }) {
        const value = data?.value
        portal.track(event, typeof value === 'number' ? value : undefined)
      },
    },
  } satisfies Bridge
  return { bridge, playgamaBridge: bridge, instantGamesBridge: bridge }
}

function createGame(portal: Portal, { emit, events }: Events) {
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
  return {
    get id() {
      return portal.info.player.id
    },
    get name() {
      const { id, name } = portal.info.player
      return id && name
    },
    photos: [],
    extra: {},
    get isAuthorized() {
      return !portal.info.player.isGuest
    },
    get isGuest() {
      return portal.info.player.isGuest
    },
    isAuthorizationSupported: true,
    async authorize() {
      if (!(await portal.signIn())) throw new PlayhubError('NOT_SIGNED_IN')
    },
  }
}

/** Yandex resolves to no flags, and says why it takes no review. */
function createRemoteConfig(platform: string) {
  const isSupported = platform === 'yandex'
  return { isSupported, setContext() {}, get: async () => (isSupported ? {} : refuse()) }
}

function createSocial(portal: Portal, platform: string) {
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
    ...(platform === 'yandex' && { rate: () => Promise.reject('UNKNOWN') }),
    isShareSupported: true,
    isExternalLinksAllowed: false,
    share: () => orRefuse(share()),
  }
}
