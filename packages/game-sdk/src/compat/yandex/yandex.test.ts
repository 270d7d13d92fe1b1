import { expect, onTestFinished, test, vi } from 'vitest'
import { type FakeHubOptions, finishTask, guest, nextTask, openFakePortal } from '../../../test/fake-hub.ts'
import { createYandex } from './yandex.ts'

async function open(options: FakeHubOptions = {}) {
  const fake = openFakePortal(options)
  const { YaGames } = createYandex(fake.portal)
  return { ...fake, YaGames, sdk: await YaGames.init() }
}

/** Names of the callbacks in their order, with what they were given. */
function record() {
  const order: unknown[] = []
  const on =
    (name: string) =>
    (...given: unknown[]) =>
      void order.push([name, ...given])
  const callbacks = {
    onOpen: on('onOpen'),
    onRewarded: on('onRewarded'),
    onClose: on('onClose'),
    onError: on('onError'),
    onOffline: on('onOffline'),
  }
  return { order, callbacks }
}

test('without adverts, a fullscreen one closes unshown in a later task', async () => {
  const { sdk } = await open()
  const { order, callbacks } = record()
  expect(sdk.adv.showFullscreenAdv({ callbacks })).toBeUndefined()
  await finishTask()
  expect(order).toEqual([])
  await nextTask()
  expect(order).toEqual([['onClose', false]])
})

test('without adverts, a rewarded video fails and closes, and rewards nothing', async () => {
  const { sdk } = await open()
  const { order, callbacks } = record()
  expect(sdk.adv.showRewardedVideo({ callbacks })).toBeUndefined()
  await nextTask()
  expect(order).toEqual([['onError', new Error('No ad')], ['onClose']])
})

test('adverts need no callbacks', async () => {
  const { sdk } = await open()
  sdk.adv.showFullscreenAdv()
  sdk.adv.showRewardedVideo({})
  await nextTask()
})

test('banners are not connected', async () => {
  const { sdk } = await open()
  const status = { stickyAdvIsShowing: false, reason: 'ADV_IS_NOT_CONNECTED' }
  expect(await sdk.adv.getBannerAdvStatus()).toEqual(status)
  expect(await sdk.adv.showBannerAdv()).toEqual(status)
  expect(await sdk.adv.hideBannerAdv()).toEqual({ stickyAdvIsShowing: false })
})

test('loading and gameplay reach the hub, and their promises can be chained', async () => {
  const { sdk, calls } = await open()
  const { LoadingAPI, GameplayAPI } = sdk.features
  for (const call of [LoadingAPI.ready, GameplayAPI.start, GameplayAPI.stop, LoadingAPI.ready])
    expect(await (call() as unknown as Promise<void>)).toBeUndefined()
  expect(calls).toEqual([['ready'], ['gameplayStart'], ['gameplayStop']])
})

test('a game that never reports its loading is ready with its first gameplay', async () => {
  const { sdk, calls } = await open()
  sdk.features.GameplayAPI.start()
  await nextTask()
  expect(calls).toEqual([['ready'], ['gameplayStart']])
})

test('the environment has language, project and launch parameter', async () => {
  const { sdk } = await open()
  const { i18n, browser, app, payload } = sdk.environment
  expect({ i18n, browser, app, payload }).toEqual({
    i18n: { lang: 'ru', tld: 'ru' },
    browser: { lang: 'en' },
    app: { id: 'corners' },
    payload: 'level-3',
  })
  const other = await open({ start: { language: 'de', launchParams: {} } })
  expect(other.sdk.environment.i18n).toEqual({ lang: 'de', tld: 'com' })
  expect(other.sdk.environment.payload).toBeNull()
})

test('pause and resume of the hub are events until the listener is removed', async () => {
  const { sdk, emit } = await open()
  const events: string[] = []
  const onPause = () => events.push('pause')
  sdk.on('game_api_pause', onPause)
  const stop = sdk.on('game_api_resume', () => events.push('resume'))
  for (const event of ['pause', 'resume']) emit(event)
  sdk.off('game_api_pause', onPause)
  stop()
  for (const event of ['pause', 'resume']) emit(event)
  expect(events).toEqual(['pause', 'resume'])
  expect(sdk.onEvent(sdk.EVENTS.HISTORY_BACK, () => {})).toBeTypeOf('function')
  expect(await sdk.dispatchEvent(sdk.EVENTS.EXIT)).toBeUndefined()
})

test('a signed-in player has id and name', async () => {
  const { sdk } = await open()
  const player = await sdk.getPlayer({ scopes: false } as object)
  expect(player.isAuthorized()).toBe(true)
  expect(player.getMode()).toBe('')
  expect(player.getUniqueID()).toBe('player-1')
  expect(player.getName()).toBe('Anna')
  expect(player.getPhoto('medium')).toBe('data:,anna')
  expect(player.getPayingStatus()).toBe('unknown')
  expect(await player.getIDsPerGame()).toEqual([])
  expect(await sdk.getPlayer({ signed: true })).toMatchObject({ signature: 'token-1' })
})

test('a guest is a player without a name, whose id stays in this browser', async () => {
  const { sdk } = await open({ player: guest })
  const player = await sdk.getPlayer()
  expect([player.isAuthorized(), player.getMode(), player.getName()]).toEqual([false, 'lite', ''])
  expect(player.getUniqueID()).toMatch(/^[\w-]{20,}$/)
  expect((await sdk.getPlayer()).getUniqueID()).toBe(player.getUniqueID())
})

test('data is known at once, is replaced as a whole, and only the keys asked for are returned', async () => {
  const value = JSON.stringify({ data: { level: 3, gold: 5 } })
  const { sdk, calls } = await open({ start: { saves: { yandex: { value, version: 1, savedAt: 1 } } } })
  const player = await sdk.getPlayer()
  expect(await player.getData()).toEqual({ level: 3, gold: 5 })
  expect(await player.getData(['gold', 'none'])).toEqual({ gold: 5 })
  const next = { level: 4, items: ['key'] }
  expect(await player.setData(next, true)).toBeUndefined()
  next.items.push('later')
  expect(await player.getData()).toEqual({ level: 4, items: ['key'] })
  expect(calls).toEqual([['save', 'yandex', { data: { level: 4, items: ['key'] } }]])
})

test('data and stats beyond the limits of Yandex are refused, and the last ones stay', async () => {
  const { sdk } = await open()
  const player = await sdk.getPlayer()
  await player.setData({ level: 1 })
  await expect(player.setData({ text: 'я'.repeat(102_400) })).rejects.toThrow()
  expect(await player.getData()).toEqual({ level: 1 })
  const stats = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`number-${index}`, index]))
  await expect(player.setStats(stats)).rejects.toThrow()
  expect(await player.getStats()).toEqual({})
})

test('changes are written together, a second after the first', async () => {
  vi.useFakeTimers()
  const { sdk, calls } = await open()
  const player = await sdk.getPlayer()
  for (const gold of [1, 2, 3]) await player.setData({ gold })
  await vi.advanceTimersByTimeAsync(999)
  expect(calls).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  vi.useRealTimers()
  expect(calls).toEqual([['save', 'yandex', { data: { gold: 3 } }]])
})

test('changes are written at once when the hub pauses the game, which a payment unloads', async () => {
  const { sdk, calls, emit } = await open()
  await (await sdk.getPlayer()).setData({ gold: 1 })
  emit('pause')
  await nextTask()
  expect(calls).toEqual([['save', 'yandex', { data: { gold: 1 } }]])
})

test('a game at an address of its own waits for its save in init', async () => {
  const { sdk } = await open({ start: null, saves: { yandex: { data: { level: 3 } } } })
  expect(await (await sdk.getPlayer()).getData()).toEqual({ level: 3 })
})

test('another device changes the data', async () => {
  const { sdk, saved, emit } = await open()
  const player = await sdk.getPlayer()
  saved.set('yandex', { data: { level: 9 } })
  emit('saves', 'yandex')
  await nextTask()
  expect(await player.getData()).toEqual({ level: 9 })
})

test('a reload finds what was not written yet', async () => {
  const { sdk, calls, start } = await open()
  await (await sdk.getPlayer()).setData({ level: 5 })
  window.dispatchEvent(new Event('pagehide'))
  expect(JSON.parse(start.saves?.yandex?.value ?? '')).toEqual({ data: { level: 5 } })
  await nextTask()
  expect(calls).toEqual([['save', 'yandex', { data: { level: 5 } }]])
})

test.each(['visibilitychange', 'pagehide'])('data set in %s is written at once', async (event) => {
  const { sdk, calls, start } = await open()
  const player = await sdk.getPlayer()
  window.addEventListener(event, () => void player.setData({ level: 6 }), { once: true })
  window.dispatchEvent(new Event(event))
  expect(JSON.parse(start.saves?.yandex?.value ?? '')).toEqual({ data: { level: 6 } })
  await nextTask()
  expect(calls).toEqual([['save', 'yandex', { data: { level: 6 } }]])
})

test('the next player starts anew, and gets no data of the one before', async () => {
  const reload = vi.fn()
  const { sdk, calls, emit } = await open({ player: guest })
  vi.stubGlobal('location', { reload })
  emit('player', { id: 'anna', name: 'Anna', isGuest: false })
  await (await sdk.getPlayer()).setData({ level: 5 })
  expect(reload).not.toHaveBeenCalled()
  emit('player', guest)
  expect(reload).toHaveBeenCalled()
  window.dispatchEvent(new Event('pagehide'))
  await nextTask()
  expect(calls).toEqual([])
})

test('statistics are numbers that can be incremented', async () => {
  const { sdk } = await open()
  const player = await sdk.getPlayer()
  await player.setStats({ wins: 1 })
  expect(await player.incrementStats({ wins: 2, losses: 1 })).toEqual({
    stats: { wins: 3, losses: 1 },
    newKeys: ['losses'],
  })
  expect(await player.getStats(['wins'])).toEqual({ wins: 3 })
})

test('the sign-in resolves for a player who signs in and rejects for one who declines', async () => {
  const declined = await open({ player: guest })
  await expect(declined.sdk.auth.openAuthDialog()).rejects.toThrow()
  const accepted = await open({ player: guest, signedIn: { id: 'player-2', name: 'Boris', isGuest: false } })
  expect(await accepted.sdk.auth.openAuthDialog()).toBeUndefined()
  expect((await accepted.sdk.getPlayer()).getName()).toBe('Boris')
})

const entry = (rank: number, isMe = false) => {
  const score = 100 - rank
  return { rank, name: `Player ${rank}`, isMe, score, formatted: String(score), extra: null }
}

/** A board of 50 players, in which Anna is 20th. */
function createBoard() {
  const submitted: unknown[] = []
  const scores = {
    submit: async (...given: unknown[]) => submitted.push(given),
    // A period is not asked for: the leaderboard may have no scores of all time.
    top: async (_board: string, { limit, ...others }: { limit: number }) => {
      expect(others).toEqual({})
      return Array.from({ length: limit }, (_, index) => entry(index + 1))
    },
    around: async (_board: string, { limit }: { limit: number }) => {
      const first = 20 - Math.floor(limit / 2)
      return Array.from({ length: limit }, (_, index) => entry(first + index, first + index === 20))
    },
  }
  return { scores, submitted }
}

test.each(['leaderboards', 'getLeaderboards'])('scores are submitted by %s', async (way) => {
  const { scores, submitted } = createBoard()
  const { sdk } = await open({ scores })
  const set =
    way === 'leaderboards' ? sdk.leaderboards.setScore : (await sdk.getLeaderboards()).setLeaderboardScore
  expect(await set('best', 120)).toBeUndefined()
  await set('best', 130, 'fast')
  // Plugins of engines give what the game has left out.
  await set('best', 140, null as unknown as string)
  await set('best', 150, '')
  expect(submitted).toEqual([
    ['best', 120, {}],
    ['best', 130, { extra: 'fast' }],
    ['best', 140, {}],
    ['best', 150, {}],
  ])
})

test('a guest submits no score', async () => {
  const { scores, submitted } = createBoard()
  const { sdk } = await open({ scores, player: guest })
  await expect(sdk.leaderboards.setScore('best', 1)).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' })
  expect(submitted).toEqual([])
})

test('entries are the top and those around the player', async () => {
  const { sdk } = await open(createBoard())
  const { entries, ranges, userRank, leaderboard } = await sdk.leaderboards.getEntries('best', {
    includeUser: true,
    quantityTop: 3,
    quantityAround: 2,
  })
  expect(entries.map(({ rank }) => rank)).toEqual([1, 2, 3, 18, 19, 20, 21, 22])
  expect(ranges).toEqual([
    { start: 0, size: 3 },
    { start: 17, size: 5 },
  ])
  expect(userRank).toBe(20)
  expect(leaderboard).toMatchObject({ name: 'best', appID: 'corners', default: false })
  const [first] = entries
  expect(first).toMatchObject({
    score: 99,
    formattedScore: '99',
    extraData: '',
    player: { publicName: 'Player 1', uniqueID: '', scopePermissions: { public_name: 'allow' } },
  })
  expect(first?.player.getAvatarSrc('small')).toBe('')
  expect(first?.player.getAvatarSrcSet('small')).toBe('')
})

test('a player who shares the rank of the top is among the entries, and only once', async () => {
  const tied = (number: number) => ({ ...entry(1, number === 8), name: `Player ${number}` })
  const all = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(tied)
  const scores = {
    ...createBoard().scores,
    top: async () => all.slice(0, 5),
    around: async () => all.slice(4),
  }
  const read = async () => {
    const { sdk } = await open({ scores })
    const { entries, ranges, userRank } = await sdk.leaderboards.getEntries('best', { includeUser: true })
    return [entries.map(({ player }) => player.publicName.at(-1)).join(''), ranges, userRank]
  }
  const ranges = [
    { start: 0, size: 5 },
    { start: 5, size: 4 },
  ]
  expect(await read()).toEqual(['123456789', ranges, 1])
  // The top may be some seconds older than the player's last score.
  scores.top = async () => [entry(1), entry(2), entry(3), entry(4, true), entry(5)]
  scores.around = async () => [{ ...entry(1, true), score: 200 }, entry(2), entry(3)]
  expect(await read()).toEqual(['12345', [{ start: 0, size: 5 }], 4])
})

test('the entry of the player, and a refusal with a code where there is none', async () => {
  const board = createBoard()
  const { sdk } = await open(board)
  expect(await sdk.leaderboards.getPlayerEntry('best')).toMatchObject({ rank: 20, score: 80 })
  board.scores.around = async () => []
  await expect(sdk.leaderboards.getPlayerEntry('best')).rejects.toMatchObject({
    code: 'LEADERBOARD_PLAYER_NOT_PRESENT',
  })
})

test('an unknown board and a hub without leaderboards refuse with a code', async () => {
  const { scores } = createBoard()
  const unknown = () => Promise.reject(Object.assign(new Error('No such board'), { code: 'BOARD_NOT_FOUND' }))
  const { sdk } = await open({ scores: { ...scores, submit: unknown, top: unknown } })
  await expect(sdk.leaderboards.setScore('none', 1)).rejects.toMatchObject({ code: 'BOARD_NOT_FOUND' })
  await expect(sdk.leaderboards.getDescription('none')).rejects.toMatchObject({ code: 'BOARD_NOT_FOUND' })
  const without = await open()
  const { setLeaderboardScore } = await without.sdk.getLeaderboards()
  await expect(setLeaderboardScore('best', 1)).rejects.toMatchObject({ code: 'NOT_AVAILABLE' })
})

test('the catalogue has prices as texts', async () => {
  const { sdk } = await open()
  const [product] = await (await sdk.getPayments()).getCatalog()
  expect(product).toMatchObject({
    id: 'gold_100',
    title: '100 gold',
    description: 'Much gold',
    imageURI: 'https://play.example/gold.png',
    price: '199 ₽',
    priceValue: '199',
    priceCurrencyCode: 'RUB',
  })
  expect(product?.getPriceCurrencyImage('small')).toBe('')
})

test('a purchase is bought, listed and consumed by its token', async () => {
  const { sdk, calls } = await open()
  const payments = await sdk.getPayments({ signed: true })
  const purchase = await payments.purchase({ id: 'gold_100', developerPayload: 'slot-2' })
  const purchaseData = { productID: 'gold_100', purchaseToken: 'order-1', developerPayload: 'slot-2' }
  expect(purchase).toEqual({ ...purchaseData, purchaseData, signature: 'token-1' })
  expect(await sdk.payments.getPurchases()).toMatchObject([
    { productID: 'gold_100', purchaseToken: 'order-1' },
  ])
  expect(await payments.consumePurchase('order-1')).toBeUndefined()
  expect(calls).toEqual([
    ['purchase', { itemId: 'gold_100' }],
    ['consumePurchase', 'order-1'],
  ])
})

test('a purchase may name the item alone', async () => {
  const { sdk, calls } = await open()
  await sdk.payments.purchase('gold_100' as never)
  expect(calls).toEqual([['purchase', { itemId: 'gold_100' }]])
})

test('where nothing is sold, there are no payments', async () => {
  await expect((await open({ catalog: [] })).sdk.getPayments()).rejects.toThrow('NOT_AVAILABLE')
  const { sdk } = await open({ start: { capabilities: [] } })
  await expect(sdk.payments.getCatalog()).rejects.toThrow('NOT_AVAILABLE')
})

test.each([
  ['features.LoadingAPI.ready', true, true],
  ['getPlayer', true, true],
  ['payments.purchase', true, true],
  ['leaderboards.setScore', true, false],
  ['leaderboards.getEntries', true, true],
  ['auth.openAuthDialog', false, true],
  ['features.GamesAPI.getAllGames', true, true],
  ['adv.showRewardedVideo', false, false],
  ['shortcut.showPrompt', false, false],
  ['something.else', false, false],
])('isAvailableMethod(%s): %s for an account, %s for a guest', async (name, forAccount, forGuest) => {
  expect(await (await open()).sdk.isAvailableMethod(name)).toBe(forAccount)
  expect(await (await open({ player: guest })).sdk.isAvailableMethod(name)).toBe(forGuest)
})

test('flags are the defaults of the game', async () => {
  const { sdk } = await open()
  expect(await sdk.getFlags({ defaultFlags: { speed: 'fast' } })).toEqual({ speed: 'fast' })
  expect(await sdk.getFlags()).toEqual({})
})

test('the time is that of the hub', async () => {
  const { sdk } = await open()
  const time = sdk.serverTime()
  expect(time).toBeGreaterThan(1_000_000)
  expect(Number.isInteger(time)).toBe(true)
})

test('the time goes on after the game has reloaded itself', async () => {
  const before = await open()
  const time = before.sdk.serverTime()
  window.dispatchEvent(new Event('pagehide'))
  expect(before.sdk.serverTime() - time).toBeLessThan(1000)
  vi.spyOn(performance, 'now').mockReturnValue(0)
  expect((await open({ start: before.start })).sdk.serverTime()).toBeGreaterThanOrEqual(time)
})

test('the device, the screen and the clipboard are those of the browser', async () => {
  const { sdk, YaGames } = await open()
  const { deviceInfo, screen } = sdk
  expect(YaGames.deviceInfo).toBe(deviceInfo)
  expect(deviceInfo.type).toBe('desktop')
  expect([deviceInfo.isDesktop(), deviceInfo.isMobile(), deviceInfo.isTablet(), deviceInfo.isTV()]).toEqual([
    true,
    false,
    false,
    false,
  ])
  expect(screen.fullscreen).toMatchObject({ status: 'off', STATUS_ON: 'on', STATUS_OFF: 'off' })
  const written: string[] = []
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void written.push(text) } })
  expect(await sdk.clipboard.writeText('code')).toBeUndefined()
  expect(written).toEqual(['code'])
})

test('what the hub has not answers as Yandex does when it is not there', async () => {
  const { sdk } = await open()
  // Plugins of engines call it before the game begins.
  expect(sdk.features.PluginEngineDataReporterAPI.report()).toBeUndefined()
  expect(await sdk.shortcut.canShowPrompt()).toEqual({ canShow: false })
  expect(await sdk.shortcut.showPrompt()).toEqual({ outcome: 'rejected' })
  expect(await sdk.feedback.canReview()).toEqual({ value: false, reason: 'UNKNOWN' })
  expect(await sdk.feedback.requestReview()).toEqual({ feedbackSent: false })
  expect(await sdk.multiplayer.sessions.init()).toEqual([])
  expect(await sdk.multiplayer.sessions.push({ meta1: 0, meta2: 0, meta3: 0 })).toEqual({ status: 'error' })
  expect(sdk.multiplayer.sessions.commit({ data: {}, time: 0 })).toBeUndefined()
})

const game = {
  id: 'islandm3',
  title: 'Treasure Island',
  url: 'https://play.example/games/ru/islandm3/',
  coverUrl: 'https://play.example/cover.webp',
  iconUrl: 'https://play.example/icon.webp',
}

test('the games of the hub are listed, and found by their id', async () => {
  const { features } = (await open({ games: [game] })).sdk
  const shown = {
    appID: 'islandm3',
    title: 'Treasure Island',
    url: 'https://play.example/games/ru/islandm3/',
    coverURL: 'https://play.example/cover.webp',
    iconURL: 'https://play.example/icon.webp',
  }
  expect(await features.GamesAPI.getAllGames()).toEqual({
    developerURL: 'https://play.example/games/ru/',
    games: [shown],
  })
  expect(await features.GamesAPI.getGameByID('islandm3' as never)).toEqual({ isAvailable: true, game: shown })
  expect(await features.GamesAPI.getGameByID(1)).toEqual({ isAvailable: false })
})

test.each([['an older hub', {}] as const, ['no hub', { hasHub: false }] as const])(
  'with %s there are no games',
  async (_which, options) => {
    const { features } = (await open(options)).sdk
    expect(await features.GamesAPI.getAllGames()).toEqual({ developerURL: '', games: [] })
    expect(await features.GamesAPI.getGameByID(1)).toEqual({ isAvailable: false })
  },
)

test('EXIT leads to the page of the game, and no other event does', async () => {
  const { sdk, calls } = await open()
  expect(await sdk.dispatchEvent('HISTORY_BACK' as never)).toBeUndefined()
  expect(calls).toEqual([])
  expect(await sdk.dispatchEvent(sdk.EVENTS.EXIT)).toBeUndefined()
  expect(calls).toEqual([['leave']])
})

test('listeners of events can be removed in each way', async () => {
  const { sdk, emit } = await open()
  const seen: string[] = []
  const stop = sdk.onEvent('game_api_pause' as never, () => void seen.push('onEvent'))
  const listener = () => void seen.push('on')
  sdk.on('game_api_pause', listener)
  emit('pause')
  ;(stop as () => void)()
  emit('pause')
  sdk.off('game_api_pause', listener)
  emit('pause')
  expect(seen).toEqual(['onEvent', 'on', 'on'])
})

test('the game fills the screen and leaves it', async () => {
  const requested: string[] = []
  const { sdk } = await open()
  Object.assign(document, {
    documentElement: { requestFullscreen: async () => void requested.push('request') },
    exitFullscreen: async () => void requested.push('exit'),
  })
  await sdk.screen.fullscreen.request()
  await sdk.screen.fullscreen.exit()
  expect(requested).toEqual(['request', 'exit'])
})

test('the storage keeps texts with the player', async () => {
  const { sdk } = await open()
  const storage = await sdk.getStorage()
  storage.setItem('level', 3 as never)
  storage.setItem('gold', '5')
  expect([storage.getItem('level'), storage.length, storage.key(1)]).toEqual(['3', 2, 'gold'])
  storage.removeItem('level')
  expect((await sdk.getStorage()).getItem('level')).toBeNull()
  storage.clear()
  expect(storage.length).toBe(0)
})

test('the storage is a save of the player, which another device changes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { sdk, calls, saved, emit } = await open({
    saves: { storage: { level: '3' } },
    start: { saves: undefined },
  })
  const storage = await sdk.getStorage()
  expect([storage.getItem('level'), storage.level]).toEqual(['3', '3'])
  storage.setItem('gold', '5')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(calls).toEqual([['save', 'storage', { level: '3', gold: '5' }]])
  saved.set('storage', { level: '9' })
  emit('saves', 'storage')
  await finishTask()
  expect([storage.getItem('level'), storage.getItem('gold')]).toEqual(['9', null])
})

test('without a hub the game runs on, and everything is unavailable', async () => {
  const { sdk } = await open({ hasHub: false })
  const player = await sdk.getPlayer()
  expect([player.isAuthorized(), sdk.environment.i18n.lang, sdk.environment.payload]).toEqual([
    false,
    'en',
    null,
  ])
  await player.setData({ level: 1 }, true)
  expect(await player.getData()).toEqual({ level: 1 })
  await expect(sdk.getPayments()).rejects.toThrow()
  await expect(sdk.auth.openAuthDialog()).rejects.toThrow()
  expect(await sdk.isAvailableMethod('getPlayer')).toBe(false)
})
