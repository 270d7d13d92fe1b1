import { storageSaveKey } from '@playhub/contract/saves/limits'
import type { ISO_639_1, SDK } from 'ysdk'
import { createStorage, replaceItems } from '../../storage.ts'
import { PlayhubError } from '../../transport.ts'
import { createEvents } from '../shared/events.ts'
import type { Portal } from '../shared/portal.ts'
import { openSaves } from '../shared/saves.ts'
import { createAdverts } from './adverts.ts'
import { createDevice } from './device.ts'
import { createGames } from './games.ts'
import { createLeaderboards } from './leaderboards.ts'
import { createPayments } from './payments.ts'
import { createPlayer } from './player.ts'

/** The types have no call by which plugins of engines tell who they are. */
type YandexSdk = SDK & { features: { PluginEngineDataReporterAPI: { report(): void } } }

/**
 * The SDK of Yandex Games, version 2.
 * @see https://yandex.com/dev/games/doc/en/sdk/sdk-about
 */
export function createYandex(portal: Portal) {
  const saves = openSaves(portal, 'yandex')
  const { storage, items } = createStorage(() => stored.replace({ ...items }))
  const stored = openSaves(portal, storageSaveKey, (values) => replaceItems(items, values))
  const leaderboards = createLeaderboards(portal)
  const { setScore, getEntries, getPlayerEntry, getDescription } = leaderboards

  const device = createDevice()

  const sdk: YandexSdk = {
    EVENTS: {
      ACCOUNT_SELECTION_DIALOG_CLOSED: 'ACCOUNT_SELECTION_DIALOG_CLOSED',
      ACCOUNT_SELECTION_DIALOG_OPENED: 'ACCOUNT_SELECTION_DIALOG_OPENED',
      EXIT: 'EXIT',
      HISTORY_BACK: 'HISTORY_BACK',
    },
    adv: createAdverts(portal),
    auth: {
      async openAuthDialog() {
        if (!(await portal.signIn())) throw new PlayhubError('NOT_SIGNED_IN')
      },
    },
    features: {
      // Games wait for the promises, though the types have none.
      LoadingAPI: { ready: async () => portal.ready() },
      GameplayAPI: { start: async () => portal.startGameplay(), stop: async () => portal.stopGameplay() },
      GamesAPI: createGames(portal),
      PluginEngineDataReporterAPI: { report() {} },
    },
    environment: createEnvironment(portal),
    leaderboards,
    getLeaderboards: async () => ({
      setLeaderboardScore: setScore,
      getLeaderboardEntries: getEntries,
      getLeaderboardPlayerEntry: getPlayerEntry,
      getLeaderboardDescription: getDescription,
    }),
    payments: createPayments(portal),
    async getPayments(options?: { signed?: boolean }) {
      const payments = createPayments(portal, options)
      if ((await payments.getCatalog()).length === 0) throw new PlayhubError('NOT_AVAILABLE')
      return payments as never
    },
    getPlayer: (options?: { signed?: boolean }) => createPlayer(portal, saves, options) as never,
    async getStorage() {
      await stored.loaded
      return storage as Storage
    },
    getFlags: async ({ defaultFlags = {} } = {}) => defaultFlags,
    isAvailableMethod: async (name: string) => isAvailable(portal, sdk, name),
    serverTime: () => portal.now(),
    ...createPageEvents(portal),
    ...device,
    feedback: {
      canReview: async () => ({
        value: false,
        reason: portal.info.player.isGuest ? 'NO_AUTH' : 'UNKNOWN',
      }),
      requestReview: async () => ({ feedbackSent: false }),
    },
    shortcut: {
      canShowPrompt: async () => ({ canShow: false }),
      showPrompt: async () => ({ outcome: 'rejected' }),
    },
    multiplayer: {
      sessions: {
        commit() {},
        init: async () => [],
        push: async () => ({ status: 'error' }),
      },
    },
  }

  async function init(): Promise<YandexSdk> {
    await portal.opened
    await saves.loaded
    return sdk
  }
  return { YaGames: { init, deviceInfo: device.deviceInfo } }
}

/** Pause and resume are the hub's; the history and the choice of an account stay outside a game's frame. */
function createPageEvents(portal: Portal): Pick<SDK, 'on' | 'off' | 'onEvent' | 'dispatchEvent'> {
  const { on, off, emit } = createEvents()
  portal.onPause((isPaused) => emit(isPaused ? 'game_api_pause' : 'game_api_resume'))
  const dispatch = async (event: string) => {
    if (event === 'EXIT') portal.hub?.leave()
  }
  return { on, off, onEvent: on, dispatchEvent: dispatch }
}

/** Getters: the game reads them after the hub has sent another language. */
function createEnvironment(portal: Portal): SDK['environment'] {
  return {
    get app() {
      return { id: portal.info.project.id }
    },
    get browser() {
      return { lang: navigator.language.slice(0, 2) }
    },
    get i18n() {
      const lang = portal.info.language as ISO_639_1
      return { lang, tld: lang === 'ru' ? 'ru' : 'com' } as const
    },
    get payload() {
      return portal.info.launchParams.payload ?? null
    },
  }
}

/** The hub's capabilities for this player now. */
function isAvailable({ hub, info: { player } }: Portal, sdk: object, name: string): boolean {
  if (!hub || /^(shortcut|feedback|multiplayer)\b|Banner/.test(name)) return false
  if (/^leaderboards\b/.test(name))
    return hub.supports('leaderboards') && (!player.isGuest || !/set|player/i.test(name))
  if (/^adv\b/.test(name)) return hub.supports('breaks')
  if (/payments\b/i.test(name)) return hub.supports('shop')
  if (/^auth\b/.test(name)) return hub.supports('signIn') && player.isGuest
  const found = name.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], sdk)
  return typeof found === 'function'
}
