import { expect, test, vi } from 'vitest'
import { type FakeHubOptions, finishTask, guest, nextTask, openFakePortal } from '../../../test/fake-hub.ts'
import { createCrazyGames } from './crazygames.ts'

const boris = { id: 'player-2', name: 'Boris', isGuest: false }

async function open(options: FakeHubOptions = {}) {
  const fake = openFakePortal(options)
  const { SDK } = createCrazyGames(fake.portal).CrazyGames
  expect(await SDK.init()).toBeUndefined()
  return { ...fake, SDK }
}

test('the environment is known without waiting, and disabled without a hub', async () => {
  const { portal } = openFakePortal()
  const { SDK } = createCrazyGames(portal).CrazyGames
  expect([SDK.environment, SDK.isQaTool]).toEqual(['crazygames', false])
  expect((await open({ hasHub: false })).SDK.environment).toBe('disabled')
})

test('with start data, init resolves within the task', async () => {
  const { portal } = openFakePortal()
  let isReady = false
  createCrazyGames(portal)
    .CrazyGames.SDK.init()
    .then(() => {
      isReady = true
    })
  await finishTask()
  expect(isReady).toBe(true)
})

test('the end of the loading is ready, gameplay reaches the hub, and nothing is returned', async () => {
  const { SDK, calls } = await open()
  const { loadingStart, loadingStop, gameplayStart, gameplayStop, happytime } = SDK.game
  for (const call of [loadingStart, loadingStop, gameplayStart, gameplayStop, happytime])
    expect(call()).toBeUndefined()
  await nextTask()
  expect(calls).toEqual([['ready'], ['gameplayStart'], ['gameplayStop'], ['celebrate']])
})

test('a game that never reports its loading is ready with its first gameplay', async () => {
  const { SDK, calls } = await open()
  SDK.game.gameplayStart()
  await nextTask()
  expect(calls).toEqual([['ready'], ['gameplayStart']])
})

test.each(['midgame', 'rewarded'] as const)(
  'without adverts, %s is unfilled in a later task',
  async (type) => {
    const { SDK } = await open()
    const order: unknown[] = []
    const callbacks = {
      adStarted: () => order.push('started'),
      adFinished: () => order.push('finished'),
      adError: (error: unknown) => order.push(error),
    }
    const requested = SDK.ad.requestAd(type, callbacks)
    await finishTask()
    expect(order).toEqual([])
    // The SDK for Unity calls `catch` of the result.
    expect(await requested).toBeUndefined()
    expect(order).toEqual([{ code: 'unfilled', message: 'No ad available' }])
  },
)

test('there is no ad blocker, and nothing to fetch before', async () => {
  const { SDK } = await open()
  expect(await SDK.ad.hasAdblock()).toBe(false)
  const { prefetchAd, addAdblockPopupListener, removeAdblockPopupListener, isAdPlaying } = SDK.ad
  for (const call of [prefetchAd, addAdblockPopupListener, removeAdblockPopupListener])
    expect(call()).toBeUndefined()
  expect(isAdPlaying).toBe(false)
})

test('banners are unfilled, and clearing them does nothing', async () => {
  const { SDK } = await open()
  await expect(SDK.banner.requestBanner()).rejects.toMatchObject({ code: 'unfilled' })
  await expect(SDK.banner.requestResponsiveBanner()).rejects.toMatchObject({ code: 'unfilled' })
  for (const name of ['prefetchBanner', 'prefetchResponsiveBanner', 'renderPrefetchedBanner'] as const)
    await expect(SDK.banner[name]()).rejects.toMatchObject({ code: 'unfilled' })
  const { clearBanner, clearAllBanners, requestOverlayBanners } = SDK.banner
  for (const call of [clearBanner, clearAllBanners, requestOverlayBanners]) expect(call()).toBeUndefined()
  expect(SDK.banner.activeBannersCount).toBe(0)
})

test('data is there before init, and its values are texts', () => {
  const value = JSON.stringify({ level: '3' })
  const { portal } = openFakePortal({ start: { saves: { crazygames: { value, version: 1, savedAt: 1 } } } })
  const { data } = createCrazyGames(portal).CrazyGames.SDK
  expect([data.getItem('level'), data.getItem('gold')]).toEqual(['3', null])
  data.setItem('gold', 100)
  expect(data.getItem('gold')).toBe('100')
  data.removeItem('level')
  expect(data.getItem('level')).toBeNull()
  data.clear()
  expect(data.getItem('gold')).toBeNull()
})

test.each([
  ['without start data', null],
  ['with start data that has no saves yet', { saves: undefined }],
])('%s, a write before the save is loaded does not overwrite it', async (_when, start) => {
  const saves = { crazygames: { level: '7' } }
  const { portal } = openFakePortal({ start, saves })
  const { SDK } = createCrazyGames(portal).CrazyGames
  SDK.data.setItem('level', '0')
  await SDK.init()
  expect(SDK.data.getItem('level')).toBe('7')
  expect(console.warn).toHaveBeenCalledOnce()
})

test('an account has a name and a token', async () => {
  const { SDK } = await open()
  expect(SDK.user.isUserAccountAvailable).toBe(true)
  expect(await SDK.user.getUser()).toEqual({ username: 'Anna', profilePictureUrl: 'data:,anna' })
  expect(await SDK.user.getUserToken()).toBe('token-1')
  await expect(SDK.user.showAuthPrompt()).rejects.toMatchObject({ code: 'userAlreadySignedIn' })
})

test('a guest has neither', async () => {
  const { SDK } = await open({ player: guest })
  expect(await SDK.user.getUser()).toBeNull()
  await expect(SDK.user.getUserToken()).rejects.toMatchObject({ code: 'userNotAuthenticated' })
  await expect(SDK.user.showAuthPrompt()).rejects.toMatchObject({ code: 'userCancelled' })
})

test('a guest signs in once at a time, and listeners are called until they are removed', async () => {
  vi.stubGlobal('location', { reload: () => {} })
  const { SDK, emit } = await open({ player: guest, signedIn: boris })
  const names: string[] = []
  const listener = ({ username }: { username: string }) => void names.push(username)
  SDK.user.addAuthListener(listener)
  const first = SDK.user.showAuthPrompt()
  await null
  await null
  const [signedIn, second] = await Promise.allSettled([first, SDK.user.showAuthPrompt()])
  expect(signedIn).toMatchObject({ value: { username: 'Boris' } })
  expect(second).toMatchObject({ reason: { code: expect.stringMatching(/InProgress|AlreadySignedIn/) } })
  SDK.user.removeAuthListener(listener)
  emit('player', { ...boris, id: 'player-3' })
  expect(names).toEqual(['Boris'])
})

test('what the hub has not answers as CrazyGames does when it is not there', async () => {
  const { SDK } = await open()
  const { user, game, analytics } = SDK
  expect(user.systemInfo).toMatchObject({
    countryCode: '',
    locale: 'en-GB',
    device: { type: 'desktop' },
    applicationType: 'web',
  })
  expect(await user.listFriends({ page: 2, size: 5 })).toEqual({
    friends: [],
    page: 2,
    size: 5,
    hasMore: false,
    total: 0,
  })
  expect(await user.showAccountLinkPrompt()).toEqual({ response: 'no' })
  await expect(user.getXsollaUserToken()).rejects.toMatchObject({ code: 'unexpectedError' })
  expect([game.isInstantMultiplayer, game.updateRoom(), game.leftRoom(), analytics.trackOrder()]).toEqual([
    false,
    undefined,
    undefined,
    undefined,
  ])
  expect(game.reportGameCompletedPercentage()).toBeUndefined()
})

test('the mute button of the hub is a setting', async () => {
  const { SDK, emit } = await open()
  const seen: unknown[] = []
  const listener = (settings: object) => void seen.push(settings)
  expect(SDK.game.settings).toEqual({ muteAudio: false, disableChat: false })
  SDK.game.addSettingsChangeListener(listener)
  emit('mute', true)
  SDK.game.removeSettingsChangeListener(listener)
  emit('mute', false)
  expect(seen).toEqual([{ muteAudio: true, disableChat: false }])
  expect(SDK.game.settings.muteAudio).toBe(false)
})

test('the context goes to the hub, for a report to support', async () => {
  const { SDK, calls } = await open()
  expect(SDK.game.setGameContext({ level: 3, boss: 'x'.repeat(400) })).toBeUndefined()
  expect(SDK.game.clearGameContext()).toBeUndefined()
  await nextTask()
  const text = `{"level":3,"boss":"${'x'.repeat(281)}`
  expect(calls).toEqual([
    ['setContext', { text }],
    ['setContext', { text: null }],
  ])
})

test('an invitation is a link to the game, known without waiting, and what the hub shares', async () => {
  const { SDK, calls } = await open()
  await nextTask()
  const link = 'https://play.example/games/ru/corners/?launch.room=a+b&launch.size=2'
  expect(SDK.game.inviteLink({ room: 'a b', size: 2 })).toBe(link)
  expect(SDK.game.showInviteButton({ room: 'a b', size: 2 })).toBe(link)
  expect(SDK.game.hideInviteButton()).toBeUndefined()
  await nextTask()
  expect(calls).toEqual([
    ['setInvite', { launchParams: { room: 'a b', size: '2' } }],
    ['setInvite', { launchParams: null }],
  ])
})

test('who was invited finds the parameters', async () => {
  const { SDK } = await open({ start: { launchParams: { room: 'blue' } } })
  expect(SDK.game.getInviteParam('room')).toBe('blue')
  expect(SDK.game.getInviteParam('none')).toBeNull()
  expect(SDK.game.inviteParams).toEqual({ room: 'blue' })
  expect((await open({ start: { launchParams: {} } })).SDK.game.inviteParams).toBeNull()
})

test('a score goes to the first leaderboard, without decimals', async () => {
  const submitted: unknown[] = []
  const submit = async (...given: unknown[]) => submitted.push(given)
  const { SDK } = await open({ scores: { submit, top: async () => [], around: async () => [] } })
  expect(SDK.user.submitScore({ encryptedScore: 'x', score: 152.6 })).toBeUndefined()
  SDK.user.submitScore({ encryptedScore: 'x' })
  expect([SDK.user.addScore(7.2), SDK.user.addScoreEncrypted(8)]).toEqual([undefined, undefined])
  await nextTask()
  expect(submitted).toEqual([153, 7, 8].map((score) => [undefined, score]))
})

test('a score that the hub refuses is a warning', async () => {
  const { SDK } = await open()
  expect(SDK.user.submitScore({ score: 5 })).toBeUndefined()
  await nextTask()
  expect(console.warn).toHaveBeenCalledOnce()
})

test('the game has no rooms to join', async () => {
  const { game, isQaTool } = (await open()).SDK
  expect([isQaTool, game.isInstantJoin]).toEqual([false, false])
  expect([game.addJoinRoomListener(), game.removeJoinRoomListener()]).toEqual([undefined, undefined])
})

const openOlder = (version: string, options: FakeHubOptions = {}) => {
  const fake = openFakePortal({
    ...options,
    scriptUrl: `https://a.example/__playhub/compat/crazygames.js?v=1#https://sdk.crazygames.com/crazygames-sdk-${version}.js`,
  })
  return { ...fake, CrazyGames: createCrazyGames(fake.portal).CrazyGames }
}

test('the address of version 2 gives promises and callbacks, without init', async () => {
  const { CrazyGames, calls } = openOlder('v2')
  // biome-ignore lint/suspicious/noExplicitAny: version 2 has no types here
  const SDK = CrazyGames.SDK as any
  const back: unknown[][] = []
  const callback = (...given: unknown[]) => back.push(given)
  expect(await SDK.getEnvironment(callback)).toBe('crazygames')
  expect(await SDK.user.isUserAccountAvailable(callback)).toBe(true)
  expect(await SDK.user.getUser(callback)).toMatchObject({ username: 'Anna' })
  expect(await SDK.user.getSystemInfo()).toMatchObject({ device: { type: 'desktop' } })
  expect(await SDK.game.inviteLink({ room: 7 }, callback)).toContain('launch.room=7')
  expect(await SDK.ad.hasAdblock()).toBe(false)
  for (const name of ['sdkGameLoadingStart', 'sdkGameLoadingStop', 'gameplayStart', 'happytime'])
    expect(await SDK.game[name](callback)).toBeUndefined()
  await expect(SDK.user.showAuthPrompt(callback)).rejects.toMatchObject({ code: 'userAlreadySignedIn' })
  SDK.banner.requestBanner({ id: 'banner', width: 300, height: 250 }, callback).catch(() => {})
  await nextTask()
  expect(back.slice(0, 3)).toMatchObject([
    [null, 'crazygames'],
    [null, true],
    [null, { username: 'Anna' }],
  ])
  expect(back.slice(-2)).toMatchObject([[{ code: 'userAlreadySignedIn' }], [{ code: 'unfilled' }]])
  expect(calls).toEqual([['ready'], ['gameplayStart'], ['celebrate']])
})

test('version 2 tells the reason of an advert that fails beside its error', async () => {
  const { CrazyGames } = openOlder('v2')
  const errors: unknown[][] = []
  await CrazyGames.SDK.ad.requestAd('midgame', { adError: (...given) => void errors.push(given) })
  expect(errors).toEqual([
    [
      { code: 'unfilled', message: 'No ad available' },
      { reason: 'unfilled', message: 'No ad available' },
    ],
  ])
})

test('the address of version 1 gives one object with events', async () => {
  const showBreak = (kind: string) => ({ shown: kind === 'rewarded', rewarded: kind === 'rewarded' })
  const { CrazyGames, calls } = openOlder('v1', { showBreak })
  expect(CrazyGames.SDK).toBeUndefined()
  const sdk = CrazyGames.CrazySDK.getInstance()
  expect(CrazyGames.CrazySDK.getInstance()).toBe(sdk)
  const events: unknown[] = []
  const names = 'initialized adStarted adFinished adError bannerError adblockDetectionExecuted'.split(' ')
  for (const name of names) sdk.addEventListener(name, (event: object) => void events.push([name, event]))
  const removed = () => events.push('removed')
  sdk.addEventListener('adError', removed)
  sdk.removeEventListener('adError', removed)
  sdk.init()
  sdk.init()
  await nextTask()
  expect(events.splice(0)).toMatchObject([
    ['initialized', { userInfo: { device: { type: 'desktop' } } }],
    ['adblockDetectionExecuted', { hasAdblock: false }],
  ])
  sdk.requestAd()
  await nextTask()
  sdk.requestAd('rewarded')
  await nextTask()
  sdk.requestBanner([{ containerId: 'banner' }])
  sdk.requestResponsiveBanner(['wide'])
  await nextTask()
  expect(events).toMatchObject([
    ['adError', { error: { code: 'unfilled' } }],
    ['adStarted', {}],
    ['adFinished', {}],
    ['bannerError', { containerId: 'banner', error: 'No ad available' }],
    ['bannerError', { containerId: 'wide' }],
  ])
  expect(sdk.inviteLink({ room: 7 })).toContain('launch.room=7')
  for (const call of [sdk.sdkGameLoadingStart, sdk.sdkGameLoadingStop, sdk.gameplayStart, sdk.happytime])
    expect(call()).toBeUndefined()
  await nextTask()
  expect(calls).toEqual([['ready'], ['gameplayStart'], ['celebrate']])
})

test('version 3 has nothing of the older ones', async () => {
  const { CrazyGames } = openOlder('v3')
  expect(CrazyGames.CrazySDK).toBeUndefined()
  expect(CrazyGames.SDK.user.isUserAccountAvailable).toBe(true)
  expect(Object.keys(CrazyGames.SDK)).not.toContain('getEnvironment')
})
