import { expect, test, vi } from 'vitest'
import { type FakeHubOptions, finishTask, guest, nextTask, openFakePortal } from '../../../test/fake-hub.ts'
import { createPlaygama } from './playgama.ts'

async function open(options: FakeHubOptions = {}) {
  const fake = openFakePortal(options)
  const { bridge } = createPlaygama(fake.portal)
  expect(await bridge.initialize()).toBeUndefined()
  return { ...fake, bridge }
}

/** The bridge rejects without a reason where it checks something itself. */
const refused = async (call: Promise<unknown>) =>
  expect(await Promise.allSettled([call])).toEqual([{ status: 'rejected', reason: undefined }])

test('the bridge has three names, and modules before it is initialised', async () => {
  const { portal } = openFakePortal()
  const { bridge, playgamaBridge, instantGamesBridge } = createPlaygama(portal)
  expect([playgamaBridge, instantGamesBridge]).toEqual([bridge, bridge])
  expect([bridge.isInitialized, bridge.platform.language]).toEqual([false, 'ru'])
  await bridge.initialize()
  expect(bridge.isInitialized).toBe(true)
})

test('constants are what games read instead of texts', async () => {
  const { bridge } = await open()
  expect(bridge).toMatchObject({
    EVENT_NAME: { INTERSTITIAL_STATE_CHANGED: 'interstitial_state_changed' },
    PLATFORM_ID: { YANDEX: 'yandex', CRAZY_GAMES: 'crazy_games' },
    PLATFORM_MESSAGE: { GAME_READY: 'game_ready', GAMEPLAY_STARTED: 'gameplay_started' },
    INTERSTITIAL_STATE: { LOADING: 'loading', FAILED: 'failed' },
    REWARDED_STATE: { REWARDED: 'rewarded' },
    STORAGE_TYPE: { LOCAL_STORAGE: 'local_storage', PLATFORM_INTERNAL: 'platform_internal' },
    LEADERBOARD_TYPE: { IN_GAME: 'in_game' },
  })
})

test('the platform is Playgama, or what the project names', async () => {
  const { bridge } = await open()
  const { id, language, payload, tld, isExternalLinksAllowed, isExternalCallsSupported } = bridge.platform
  expect([id, language, payload, tld, isExternalLinksAllowed, isExternalCallsSupported]).toEqual([
    'playgama',
    'ru',
    'level-3',
    null,
    false,
    false,
  ])
  expect(
    (await open({ scriptUrl: 'https://a.example/__playhub/compat/playgama.js?platform=yandex' })).bridge
      .platform.id,
  ).toBe('yandex')
  expect(await bridge.platform.getServerTime()).toBeGreaterThan(1_000_000)
  await refused(bridge.platform.getAllGames())
  await refused(bridge.platform.getGameById())
  expect(await bridge.platform.sendCustomMessage()).toBeUndefined()
})

test('messages are ready and gameplay, and a second game_ready is refused', async () => {
  const { bridge, calls } = await open()
  await bridge.platform.sendMessage('game_ready')
  await refused(bridge.platform.sendMessage('game_ready'))
  for (const message of ['gameplay_started', 'gameplay_stopped', 'level_resumed', 'level_failed'])
    expect(await bridge.platform.sendMessage(message)).toBeUndefined()
  expect(await bridge.platform.sendMessage('player_got_achievement')).toBeUndefined()
  await nextTask()
  expect(calls.map(([call]) => call)).toEqual([
    'ready',
    'gameplayStart',
    'gameplayStop',
    'gameplayStart',
    'gameplayStop',
    'celebrate',
  ])
})

test('pause and mute of the hub are states with events', async () => {
  const { bridge, emit } = await open()
  const seen: unknown[] = []
  bridge.platform.on('pause_state_changed', (isPaused: boolean) => seen.push(['paused', isPaused]))
  bridge.platform.once('audio_state_changed', (isEnabled: boolean) => seen.push(['audio', isEnabled]))
  expect([bridge.platform.isPaused, bridge.platform.isAudioEnabled]).toEqual([false, true])
  emit('pause')
  emit('mute', true)
  expect([bridge.platform.isPaused, bridge.platform.isAudioEnabled]).toEqual([true, false])
  emit('resume')
  emit('mute', false)
  expect(seen).toEqual([
    ['paused', true],
    ['audio', false],
    ['paused', false],
  ])
})

test('the storage takes keys and lists of keys, and parses JSON unless it shall not', async () => {
  const { bridge } = await open()
  const { storage } = bridge
  expect([storage.isSupported(), storage.isAvailable(), storage.defaultType]).toEqual([
    true,
    true,
    'platform_internal',
  ])
  expect(await storage.get('none')).toBeNull()
  expect(await storage.set('level', '3')).toBeUndefined()
  await storage.set(['items', 'name'], [['key'], 'Anna'])
  expect(await storage.get('level', 'local_storage')).toBe(3)
  expect(await storage.get(['items', 'name', 'none'])).toEqual([['key'], 'Anna', null])
  expect(await storage.get('level', 'local_storage', false)).toBe('3')
  expect(await storage.get('items', false)).toBe('["key"]')
  await storage.delete('level')
  await storage.delete(['items'])
  await storage.set('name', null)
  expect(await storage.get(['level', 'items', 'name'])).toEqual([null, null, null])
})

test('the storage waits for the save of a game at an address of its own', async () => {
  const { portal } = openFakePortal({ start: null, saves: { playgama: { level: 3 } } })
  expect(await createPlaygama(portal).bridge.storage.get('level')).toBe(3)
})

test.each([
  ['showInterstitial', 'interstitial'],
  ['showRewarded', 'rewarded'],
] as const)('without adverts, %s loads, then fails in a later task', async (call, kind) => {
  const { bridge } = await open()
  const states: string[] = []
  bridge.advertisement.on(`${kind}_state_changed`, (state: string) => states.push(state))
  expect(bridge.advertisement[call]('menu')).toBeUndefined()
  await finishTask()
  expect(states).toEqual(['loading'])
  await nextTask()
  expect(states).toEqual(['loading', 'failed'])
  expect(bridge.advertisement[`${kind}State`]).toBe('failed')
})

test('adverts say that they are not supported, and keep what the game sets', async () => {
  const { advertisement } = (await open()).bridge
  expect(advertisement).toMatchObject({
    isInterstitialSupported: false,
    isRewardedSupported: false,
    isBannerSupported: false,
    minimumDelayBetweenInterstitial: 60,
  })
  advertisement.setMinimumDelayBetweenInterstitial(30)
  advertisement.showRewarded('coins')
  expect([advertisement.minimumDelayBetweenInterstitial, advertisement.rewardedPlacement]).toEqual([
    30,
    'coins',
  ])
  advertisement.showBanner()
  expect(advertisement.bannerState).toBe('failed')
  advertisement.hideBanner()
  expect(advertisement.bannerState).toBe('hidden')
  expect(await advertisement.checkAdBlock()).toBe(false)
  expect([advertisement.preloadInterstitial(), advertisement.preloadRewarded()]).toEqual([
    undefined,
    undefined,
  ])
})

test('the player is the account, or nobody', async () => {
  const { player } = (await open()).bridge
  expect([player.id, player.name, player.photos, player.isAuthorized, player.extra]).toEqual([
    'player-1',
    'Anna',
    [],
    true,
    {},
  ])
  const none = (await open({ player: guest })).bridge.player
  expect([none.id, none.name, none.isAuthorized, none.isAuthorizationSupported]).toEqual([
    null,
    null,
    false,
    true,
  ])
  await expect(none.authorize()).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' })
  const signedIn = { id: 'player-2', name: 'Boris', isGuest: false }
  expect(await (await open({ player: guest, signedIn })).bridge.player.authorize()).toBeUndefined()
})

const entry = { rank: 1, name: 'Boris', isMe: false, score: 90, formatted: '90' }
const createBoard = () => {
  const submitted: unknown[] = []
  const scores = {
    submit: async (...given: unknown[]) => submitted.push(given),
    top: async (_board: string, options: object) => {
      // No period: the leaderboard may have no scores of all time.
      expect(options).toEqual({ limit: 20 })
      return [entry]
    },
    around: async () => [{ ...entry, isMe: true, score: 70 }],
  }
  return { scores, submitted }
}

test('leaderboards by id, and by the options of each platform as before', async () => {
  const { scores, submitted } = createBoard()
  const { leaderboards, leaderboard } = (await open({ scores })).bridge
  expect(leaderboards.type).toBe('in_game')
  await leaderboards.setScore('best', 80)
  expect(await leaderboards.getEntries('best')).toEqual([
    { id: '1', name: 'Boris', score: 90, rank: 1, photo: '' },
  ])
  await refused(leaderboards.showNativePopup())
  await leaderboard.setScore({ yandex: { leaderboardName: 'points', score: 5 } })
  await leaderboard.setScore({ yandex: { score: 5 }, playgama: { leaderboardName: 'ours', score: 6 } })
  await leaderboard.setScore({ leaderboardName: 'points', score: '7' })
  expect(submitted).toEqual([
    ['best', 80],
    ['points', 5],
    ['ours', 6],
    ['points', 7],
  ])
  expect(await leaderboard.getScore({ vk: { leaderboardName: 'points' } })).toBe(70)
  expect(await leaderboard.getEntries({ vk: { leaderboardName: 'points' } })).toHaveLength(1)
  expect([leaderboard.isSupported, leaderboard.isNativePopupSupported]).toEqual([true, false])
})

test('without leaderboards, they say so and refuse', async () => {
  const { leaderboards, leaderboard } = (await open({ start: { capabilities: [] } })).bridge
  expect([leaderboards.type, leaderboard.isSetScoreSupported]).toEqual(['not_available', false])
  await refused(leaderboards.setScore('best', 1))
  await refused(leaderboard.getEntries({}))
})

test('purchases are known by the id of the item', async () => {
  const { bridge, calls } = await open()
  expect(bridge.payments.isSupported).toBe(true)
  expect(await bridge.payments.getCatalog()).toEqual([
    {
      id: 'gold_100',
      title: '100 gold',
      description: 'Much gold',
      imageURI: 'https://play.example/gold.png',
      price: '199 ₽',
      priceCurrencyCode: 'RUB',
      priceValue: 199,
    },
  ])
  const purchase = { id: 'gold_100', purchaseToken: 'order-1' }
  expect(await bridge.payments.purchase('gold_100')).toEqual(purchase)
  expect(await bridge.payments.getPurchases()).toEqual([purchase])
  expect(await bridge.payments.consumePurchase('gold_100')).toEqual({ id: 'gold_100' })
  expect(calls.at(-1)).toEqual(['consumePurchase', 'gold_100'])
  await refused(bridge.payments.consumePurchase('other'))
})

test('early versions name the item in options, also by platform', async () => {
  const { bridge, calls } = await open()
  const { payments } = bridge
  expect(payments).toMatchObject({
    isGetCatalogSupported: true,
    isGetPurchasesSupported: true,
    isConsumePurchaseSupported: true,
  })
  expect(await payments.purchase({ id: 'gold_100' })).toMatchObject({ id: 'gold_100' })
  await payments.purchase({ vk: { item: 'x' }, playgama: { id: 'gold_100', amount: 5 } })
  await payments.consumePurchase({ purchaseToken: 'order-1' })
  await payments.consumePurchase({ yandex: { purchaseToken: 'order-1' } })
  expect(calls).toEqual([
    ['purchase', { itemId: 'gold_100' }],
    ['purchase', { itemId: 'gold_100' }],
    ['consumePurchase', 'order-1'],
    ['consumePurchase', 'order-1'],
  ])
})

test('cancelled and unavailable payments refuse', async () => {
  const cancelled = (await open({ outcome: { status: 'cancelled' } })).bridge
  await expect(cancelled.payments.purchase('gold_100')).rejects.toThrow('cancelled')
  const { payments } = (await open({ start: { capabilities: [] } })).bridge
  expect(payments.isSupported).toBe(false)
  await refused(payments.getCatalog())
})

test('visibility, progress, device and clipboard are real', async () => {
  const { bridge, calls } = await open()
  expect(bridge.game.visibilityState).toBe('visible')
  bridge.game.setLoadingProgress(50)
  bridge.setGameLoadingProgress(60)
  expect(calls).toEqual([
    ['progress', 0.5],
    ['progress', 0.6],
  ])
  const states: string[] = []
  bridge.game.on('visibility_state_changed', (state: string) => states.push(state))
  Object.assign(document, { hidden: true })
  document.dispatchEvent(new Event('visibilitychange'))
  expect(states).toEqual(['hidden'])
  expect(bridge.device).toMatchObject({ type: 'desktop', os: 'linux', orientation: 'landscape' })
  expect(bridge.device.safeArea).toEqual({ top: 24, bottom: 0, left: 0, right: 0 })
  expect((await open({ hasHub: false })).bridge.device.safeArea).toEqual({
    top: 0,
    bottom: 0,
    left: 0,
    right: 0,
  })
  const written: string[] = []
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void written.push(text) } })
  await bridge.clipboard.write('code')
  expect([bridge.clipboard.isSupported, written]).toEqual([true, ['code']])
  expect(await bridge.social.share()).toBeUndefined()
  expect(written.at(-1)).toBe('https://play.example/games/ru/corners/')
})

test('what the hub has not says so and refuses', async () => {
  const { social, remoteConfig, dailyRewards, tasks, crossPromo } = (await open()).bridge
  expect(social).toMatchObject({
    isInviteFriendsSupported: false,
    isRateSupported: false,
    isShareSupported: true,
  })
  for (const part of [remoteConfig, dailyRewards, tasks, crossPromo]) expect(part.isSupported).toBe(false)
  expect([await dailyRewards.getRewards(), await dailyRewards.getCurrentDay()]).toEqual([[], 0])
  expect([await dailyRewards.getCurrentReward(), await dailyRewards.claimCurrentReward()]).toEqual([
    null,
    false,
  ])
  expect([await tasks.getTasks(), await tasks.addProgress(), await tasks.claimReward()]).toEqual([
    [],
    undefined,
    false,
  ])
  expect([await crossPromo.getGames(), await crossPromo.show(), crossPromo.hide()]).toEqual([
    [],
    undefined,
    undefined,
  ])
  expect(crossPromo.isVisible).toBe(false)
  const calls = social as unknown as Record<string, () => Promise<never>>
  for (const name of ['inviteFriends', 'rate']) await refused(calls[name]?.() as Promise<never>)
  await refused((remoteConfig as unknown as typeof calls).get?.() as Promise<never>)
})

test("a game's own events are counted, with their value", async () => {
  const { bridge, calls } = await open()
  expect(bridge.analytics.send('level_completed', { level: '3', value: 7 })).toBeUndefined()
  bridge.analytics.send('tutorial_skipped')
  await nextTask()
  expect(calls).toEqual([
    ['track', 'level_completed', 7],
    ['track', 'tutorial_skipped', undefined],
  ])
})

test('achievements are those of the hub, by id or as version 1 names them', async () => {
  const { bridge, calls } = await open({ start: { capabilities: ['achievements'] } })
  const { achievements } = bridge
  expect(achievements).toMatchObject({
    isSupported: true,
    isGetListSupported: true,
    isNativePopupSupported: false,
  })
  for (const given of [
    'first-castle',
    { achievement: 'First castle', achievementkey: 'first-castle' },
    { achievement: 'First castle', achievementKey: 'first-castle' },
    { lagged: { achievement: 'first-castle' } },
  ])
    expect(await achievements.unlock(given)).toBeUndefined()
  expect(calls).toEqual([1, 2, 3, 4].map(() => ['unlock', 'first-castle']))
  await expect(achievements.unlock('unknown')).rejects.toThrow('No such achievement')
  expect(await achievements.getList()).toEqual([
    { id: 'first-castle', name: 'First castle', description: 'Build one', icon: '', unlocked: true },
  ])
  // The name in version 2.
  expect(await achievements.getAchievements()).toHaveLength(1)
  await refused(achievements.showNativePopup())
})

test('without achievements, they say so and refuse', async () => {
  const { achievements } = (await open({ hasHub: false })).bridge
  expect([achievements.isSupported, achievements.isGetListSupported]).toEqual([false, false])
  await refused(achievements.unlock('first-castle'))
  await refused(achievements.getList())
})

test('banners of several places stay hidden', async () => {
  const { advertisement } = (await open()).bridge
  expect([advertisement.showAdvancedBanners(), advertisement.hideAdvancedBanners()]).toEqual([
    undefined,
    undefined,
  ])
  expect([advertisement.isAdvancedBannersSupported, advertisement.advancedBannersState]).toEqual([
    false,
    'hidden',
  ])
})

test('the bridge itself tells the events of all its modules', async () => {
  const { bridge, emit } = await open()
  const seen: unknown[] = []
  const listener = (state: unknown) => void seen.push(state)
  bridge.on(bridge.EVENT_NAME.PAUSE_STATE_CHANGED ?? '', listener)
  bridge.once(bridge.EVENT_NAME.BANNER_STATE_CHANGED ?? '', listener)
  emit('pause')
  bridge.advertisement.showBanner()
  bridge.off(bridge.EVENT_NAME.PAUSE_STATE_CHANGED ?? '', listener)
  emit('resume')
  expect(seen).toEqual([true, 'failed'])
})

test('a second advert does not begin while one is shown', async () => {
  const requested: string[] = []
  const { advertisement } = (
    await open({
      showBreak: (kind) => {
        requested.push(kind)
        return { shown: true, rewarded: false }
      },
    })
  ).bridge
  const states = [advertisement.interstitialState, advertisement.rewardedState, advertisement.bannerState]
  expect(states).toEqual(['closed', 'closed', 'hidden'])
  const seen: string[] = []
  for (const kind of ['interstitial', 'rewarded'])
    advertisement.on(`${kind}_state_changed`, (state: string) => seen.push(`${kind} ${state}`))
  advertisement.showInterstitial()
  advertisement.showInterstitial()
  advertisement.showRewarded()
  await nextTask()
  await nextTask()
  expect(seen).toEqual(['loading', 'opened', 'closed'].map((state) => `interstitial ${state}`))
  advertisement.showRewarded()
  await nextTask()
  await nextTask()
  expect(requested).toEqual(['interstitial', 'rewarded'])
})

test('listeners of events can be removed', async () => {
  const { bridge, emit } = await open()
  const seen: boolean[] = []
  const listener = (isPaused: boolean) => void seen.push(isPaused)
  bridge.platform.on('pause_state_changed', listener)
  emit('pause')
  bridge.platform.off('pause_state_changed', listener)
  emit('resume')
  expect(seen).toEqual([true])
})
