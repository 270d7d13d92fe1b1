import type { BridgeErrorCode } from '@playhub/contract/bridge-protocol'
import { expect, test } from 'vitest'
import { type FakeHubOptions, guest, openFakePortal } from '../../test/fake-hub.ts'
import { PlayhubError } from '../transport.ts'
import { createCrazyGames } from './crazygames/crazygames.ts'
import { createGameDistribution } from './gamedistribution/gamedistribution.ts'
import { createPlaygama } from './playgama/playgama.ts'
import { createPoki } from './poki/poki.ts'
import type { Scores } from './shared/scores.ts'
import { createYandex } from './yandex/yandex.ts'

/**
 * A call's outcome on the portal itself, from its documents and its public source, beside those in the tests of each
 * portal. Playgama Bridge rejects with nothing where it checks something itself, and passes the platform's errors on.
 */
interface Case {
  options?: FakeHubOptions
  /** The hub's response to the call. */
  hub?: object
  call: (sdk: never) => unknown
  rejects?: unknown
  resolves?: unknown
}

const fails = (code: string) => async () => Promise.reject(new PlayhubError(code as BridgeErrorCode))
const board = (part: Partial<Scores>): Scores => ({
  submit: async () => ({}),
  top: async () => [],
  around: async () => [],
  ...part,
})
const withoutScore = { scores: board({}) }
const unknownBoard = {
  scores: board({
    submit: fails('BOARD_NOT_FOUND'),
    top: fails('BOARD_NOT_FOUND'),
    around: fails('BOARD_NOT_FOUND'),
  }),
}
const asYandex = { scriptUrl: 'https://a.example/__playhub/compat/playgama.js?platform=yandex' }
const notPresent = { code: 'LEADERBOARD_PLAYER_NOT_PRESENT' }

type Sdk<Create extends (portal: never) => object> = ReturnType<Create>
type Yandex = Awaited<ReturnType<Sdk<typeof createYandex>['YaGames']['init']>>
type Bridge = Sdk<typeof createPlaygama>['bridge']
type Crazy = Sdk<typeof createCrazyGames>['CrazyGames']['SDK']
type PokiSdk = Sdk<typeof createPoki>['PokiSDK']
type Gd = Sdk<typeof createGameDistribution>['gdsdk']

const cases: Record<string, Record<string, Case>> = {
  yandex: {
    'leaderboards.getEntries of an unknown leaderboard': {
      options: unknownBoard,
      call: (sdk: Yandex) => sdk.leaderboards.getEntries('none'),
      rejects: { code: 'BOARD_NOT_FOUND' },
    },
    'auth.openAuthDialog declined': {
      options: { player: guest },
      call: (sdk: Yandex) => sdk.auth.openAuthDialog(),
      rejects: { code: 'NOT_SIGNED_IN' },
    },
    'payments.purchase cancelled': {
      options: { outcome: { status: 'cancelled' } },
      call: (sdk: Yandex) => sdk.payments.purchase({ id: 'gold_100' }),
      rejects: { message: 'cancelled' },
    },
    'payments.consumePurchase of an unknown purchase': {
      call: (sdk: Yandex) => sdk.payments.consumePurchase('other'),
      rejects: { code: 'UNKNOWN_PURCHASE' },
    },
    'getPayments without items': {
      options: { catalog: [] },
      call: (sdk: Yandex) => sdk.getPayments(),
      rejects: { code: 'NOT_AVAILABLE' },
    },
    'feedback.canReview of a guest': {
      options: { player: guest },
      call: (sdk: Yandex) => sdk.feedback.canReview(),
      resolves: { value: false, reason: 'NO_AUTH' },
    },
    'player.getData without a hub': {
      options: { hasHub: false },
      call: async (sdk: Yandex) => (await sdk.getPlayer()).getData(),
      resolves: {},
    },
  },
  playgama: {
    'leaderboard.getScore on Yandex without a score': {
      options: { ...withoutScore, ...asYandex },
      call: (sdk: Bridge) => sdk.leaderboard.getScore({ yandex: { leaderboardName: 'best' } }),
      rejects: notPresent,
    },
    'leaderboard.getScore of a guest': {
      options: { ...withoutScore, ...asYandex, player: guest },
      call: (sdk: Bridge) => sdk.leaderboard.getScore({ yandex: { leaderboardName: 'best' } }),
      rejects: undefined,
    },
    'leaderboard.setScore of a guest on Yandex': {
      options: { ...withoutScore, ...asYandex, player: guest },
      call: (sdk: Bridge) => sdk.leaderboard.setScore({ yandex: { leaderboardName: 'best', score: 1 } }),
      rejects: undefined,
    },
    'leaderboards.setScore of a guest elsewhere': {
      options: { ...withoutScore, player: guest },
      call: (sdk: Bridge) => sdk.leaderboards.setScore('best', 1),
      resolves: undefined,
    },
    'leaderboards.setScore to an unknown leaderboard': {
      options: { ...unknownBoard, ...asYandex },
      call: (sdk: Bridge) => sdk.leaderboards.setScore('none', 1),
      rejects: { code: 'BOARD_NOT_FOUND' },
    },
    'leaderboards.getEntries of an unknown leaderboard': {
      options: { ...unknownBoard, ...asYandex },
      call: (sdk: Bridge) => sdk.leaderboards.getEntries('none'),
      rejects: { code: 'BOARD_NOT_FOUND' },
    },
    'leaderboards without the feature': {
      call: (sdk: Bridge) => sdk.leaderboards.getEntries('best'),
      rejects: undefined,
    },
    'leaderboards.showNativePopup': {
      call: (sdk: Bridge) => sdk.leaderboards.showNativePopup(),
      rejects: undefined,
    },
    'payments.purchase of an unknown item': {
      hub: { purchase: fails('UNKNOWN_ITEM') },
      call: (sdk: Bridge) => sdk.payments.purchase('other'),
      rejects: undefined,
    },
    'payments.consumePurchase of an unknown purchase': {
      call: (sdk: Bridge) => sdk.payments.consumePurchase('other'),
      rejects: undefined,
    },
    'payments.getCatalog that the hub fails': {
      hub: { getCatalog: fails('INTERNAL') },
      call: (sdk: Bridge) => sdk.payments.getCatalog(),
      rejects: { code: 'INTERNAL' },
    },
    'storage.set with fewer values than keys': {
      call: (sdk: Bridge) => sdk.storage.set(['a', 'b'], ['1']),
      rejects: { message: expect.stringContaining('each key') },
    },
    'storage.set with keys and one value': {
      call: (sdk: Bridge) => sdk.storage.set(['a', 'b'], 'ab'),
      rejects: { message: expect.stringContaining('each key') },
    },
    'social.rate on Yandex': {
      options: asYandex,
      call: (sdk: Bridge) => sdk.social.rate?.(),
      rejects: 'UNKNOWN',
    },
    'remoteConfig.get on Yandex': {
      options: asYandex,
      call: (sdk: Bridge) => sdk.remoteConfig.get(),
      resolves: {},
    },
  },
  crazygames: {
    'user.getUserToken that the hub fails': {
      hub: { getToken: fails('INTERNAL') },
      call: (sdk: Crazy) => sdk.user.getUserToken(),
      rejects: { code: 'unexpectedError' },
    },
    'user.getXsollaUserToken of a guest': {
      options: { player: guest },
      call: (sdk: Crazy) => sdk.user.getXsollaUserToken(),
      rejects: { code: 'userNotAuthenticated' },
    },
    'user.showAccountLinkPrompt of a guest': {
      options: { player: guest },
      call: (sdk: Crazy) => sdk.user.showAccountLinkPrompt(),
      rejects: { code: 'userNotAuthenticated' },
    },
    'user.showAuthPrompt while another dialog is open': {
      options: { player: guest },
      hub: { signIn: fails('BUSY') },
      call: (sdk: Crazy) => sdk.user.showAuthPrompt(),
      rejects: { code: 'showAuthPromptInProgress' },
    },
    'user.showAuthPrompt that the hub fails': {
      options: { player: guest },
      hub: { signIn: fails('INTERNAL') },
      call: (sdk: Crazy) => sdk.user.showAuthPrompt(),
      rejects: { code: 'unexpectedError' },
    },
    'banner.requestBanner': {
      call: (sdk: Crazy) => sdk.banner.requestBanner(),
      rejects: { code: 'unfilled', message: 'No ad available' },
    },
  },
  poki: {
    'rewardedBreak that the hub fails': {
      options: { showBreak: () => ({ shown: false, rewarded: false }) },
      hub: { showBreak: fails('INTERNAL') },
      call: (sdk: PokiSdk) => sdk.rewardedBreak(),
      resolves: false,
    },
    'init without a hub': {
      options: { hasHub: false },
      call: (sdk: PokiSdk) => sdk.init(),
      resolves: undefined,
    },
  },
  gamedistribution: {
    preloadAd: { call: (sdk: Gd) => sdk.preloadAd('rewarded'), rejects: { message: 'No ad available' } },
  },
}

const opens: Record<string, (portal: ReturnType<typeof openFakePortal>['portal']) => unknown> = {
  yandex: (portal) => createYandex(portal).YaGames.init(),
  playgama: async (portal) => {
    const { bridge } = createPlaygama(portal)
    await bridge.initialize()
    return bridge
  },
  crazygames: async (portal) => {
    const { SDK } = createCrazyGames(portal).CrazyGames
    await SDK.init()
    return SDK
  },
  poki: (portal) => createPoki(portal).PokiSDK,
  gamedistribution: (portal) => createGameDistribution(portal).gdsdk,
}

const table = Object.entries(cases).flatMap(([portal, calls]) =>
  Object.entries(calls).map(([name, each]) => [portal, name, each] as const),
)

test.each(table)('%s: %s settles as on the portal', async (name, _call, each) => {
  const { portal } = openFakePortal(each.options)
  Object.assign((await portal.opened) ?? {}, each.hub)
  const sdk = await opens[name]?.(portal)
  const [result] = await Promise.allSettled([each.call(sdk as never)])
  if ('rejects' in each)
    expect(result).toEqual({
      status: 'rejected',
      reason: isPlain(each.rejects) ? expect.objectContaining(each.rejects) : each.rejects,
    })
  else expect(result).toEqual({ status: 'fulfilled', value: each.resolves })
})

const isPlain = (value: unknown): value is object => value?.constructor === Object
