import { expect, test, vi } from 'vitest'
import { type FakeHubOptions, finishTask, guest, nextTask, openFakePortal } from '../../../test/fake-hub.ts'
import { createPoki } from './poki.ts'

async function open(options: FakeHubOptions = {}) {
  const fake = openFakePortal(options)
  const { PokiSDK } = createPoki(fake.portal)
  expect(await PokiSDK.init()).toBeUndefined()
  return { ...fake, PokiSDK }
}

test('init has an older name, and resolves without a hub', async () => {
  const { PokiSDK } = await open({ hasHub: false })
  expect(await PokiSDK.initWithVideoHB()).toBeUndefined()
})

test('loading and gameplay reach the hub, and nothing is returned', async () => {
  const { PokiSDK, calls } = await open()
  const returned = [
    PokiSDK.gameLoadingStart(),
    PokiSDK.gameLoadingProgress({ percentageDone: 40 }),
    PokiSDK.gameLoadingFinished(),
    PokiSDK.gameInteractive(),
    PokiSDK.gameplayStart(),
    PokiSDK.gameplayStop(),
    PokiSDK.roundStart(),
    PokiSDK.roundEnd(),
  ]
  await nextTask()
  expect(returned).toEqual(returned.map(() => undefined))
  expect(calls).toEqual([['progress', 0.4], ['ready'], ['gameplayStart'], ['gameplayStop']])
})

test('without adverts, a break ends in a later task and starts nothing', async () => {
  const { PokiSDK } = await open()
  const order: string[] = []
  const onStart = () => order.push('started')
  PokiSDK.commercialBreak(onStart).then((result) => order.push(`ended ${result}`))
  await finishTask()
  expect(order).toEqual([])
  await nextTask()
  expect(order).toEqual(['ended undefined'])
})

test.each([
  ['a function', () => {}],
  ['options', { size: 'small', onStart: () => {} }],
  ['nothing', undefined],
])('without adverts, a rewarded break with %s rewards nothing', async (_kind, given) => {
  const { PokiSDK } = await open()
  expect(await PokiSDK.rewardedBreak(given)).toBe(false)
})

test.each([
  'displayAd',
  'destroyAd',
  'muteAd',
  'movePill',
  'measure',
  'logError',
  'customEvent',
  'setDebug',
  'setLogging',
  'enableEventTracking',
  'playtestSetCanvas',
  'togglePlayerAdvertisingConsent',
  'toggleNonPersonalized',
  'disableProgrammatic',
  'playtestCaptureHtmlForce',
  'playtestCaptureHtmlOff',
  'playtestCaptureHtmlOn',
  'playtestCaptureHtmlOnce',
  'sendHighscore',
  'setConsentString',
  'setPlayerAge',
  'setPlaytestCanvas',
] as const)('%s does nothing', async (name) => {
  const { PokiSDK } = await open()
  expect(PokiSDK[name]('any')).toBeUndefined()
})

test('there is no leaderboard of Poki', async () => {
  expect(await (await open()).PokiSDK.getLeaderboard()).toEqual([])
})

test('adverts are not blocked', async () => {
  expect((await open()).PokiSDK.isAdBlocked()).toBe(false)
})

test('a link carries parameters to the game that it opens', async () => {
  const { PokiSDK } = await open({ start: { launchParams: { room: 'blue' } } })
  expect(await PokiSDK.shareableURL({ room: 'red' })).toBe(
    'https://play.example/games/ru/corners/?launch.room=red',
  )
  expect(await PokiSDK.shareableURL({ room: 'red', score: 42 })).toBe(
    'https://play.example/games/ru/corners/?launch.room=red&launch.score=42',
  )
  expect([PokiSDK.getURLParam('room'), PokiSDK.getURLParam('none')]).toEqual(['blue', ''])
  expect(await (await open({ hasHub: false })).PokiSDK.shareableURL()).toBe('')
})

test('language and account are those of the hub', async () => {
  const { PokiSDK } = await open()
  expect(PokiSDK.getLanguage()).toBe('ru')
  expect(await PokiSDK.getUser()).toEqual({ username: 'Anna', avatarUrl: 'data:,anna' })
  expect(await PokiSDK.getToken()).toBe('token-1')
})

test('a guest has no account until they log in', async () => {
  const { PokiSDK } = await open({ player: guest })
  expect([await PokiSDK.getUser(), await PokiSDK.getToken()]).toEqual([null, null])
  await expect(PokiSDK.login()).rejects.toThrow()
  const signedIn = { id: 'player-2', name: 'Boris', isGuest: false }
  const accepted = await open({ player: guest, signedIn })
  expect(await accepted.PokiSDK.login()).toBeUndefined()
  expect(await accepted.PokiSDK.getUser()).toMatchObject({ username: 'Boris' })
})

test('a happy time is celebrated by the hub', async () => {
  const { PokiSDK, calls } = await open()
  expect(PokiSDK.happyTime(0.5)).toBeUndefined()
  await nextTask()
  expect(calls).toEqual([['celebrate']])
})

test('a captured error is one of the page, which the hub counts', async () => {
  const { PokiSDK } = await open()
  const reported: unknown[] = []
  vi.stubGlobal('reportError', (error: unknown) => reported.push(error))
  const error = new Error('No level')
  expect(PokiSDK.captureError(error)).toBeUndefined()
  expect(reported).toEqual([error])
})

test('the hub asks before it opens an external link', async () => {
  const { PokiSDK, calls } = await open()
  expect(PokiSDK.openExternalLink('https://a.example')).toBeUndefined()
  await nextTask()
  expect(calls).toEqual([['openLink', { url: 'https://a.example/' }]])
})
