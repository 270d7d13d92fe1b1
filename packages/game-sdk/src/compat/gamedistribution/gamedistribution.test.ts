import { expect, onTestFinished, test } from 'vitest'
import { type FakeHubOptions, finishTask, nextTask, openFakePortal } from '../../../test/fake-hub.ts'
import { createGameDistribution } from './gamedistribution.ts'

type Event = { name: string; status: string }

function open(options: FakeHubOptions = {}) {
  const fake = openFakePortal(options)
  const events: string[] = []
  const setOptions = () =>
    Object.assign(window, {
      GD_OPTIONS: { onEvent: ({ name, status }: Event) => events.push(`${name} ${status}`) },
    })
  return { ...fake, events, setOptions, sdk: createGameDistribution(fake.portal) }
}

test('the SDK is ready and the game starts, in a later task', async () => {
  const { events, setOptions } = open()
  setOptions()
  await finishTask()
  expect(events).toEqual([])
  await nextTask()
  expect(events).toEqual(['SDK_READY success', 'SDK_GAME_START success'])
})

test('options may be set after the script', async () => {
  const { events, setOptions } = open()
  await nextTask()
  setOptions()
  await expect.poll(() => events).toEqual(['SDK_READY success', 'SDK_GAME_START success'])
})

test('the loading of the page is that of the game', async () => {
  const { calls, setOptions } = open()
  setOptions()
  await nextTask()
  expect(calls).toEqual([['ready']])
})

test.each([undefined, 'interstitial', 'rewarded'])(
  'without adverts, %s goes on with the game and then rejects',
  async (type) => {
    const { sdk, events, setOptions } = open()
    setOptions()
    await nextTask()
    events.length = 0
    const shown = sdk.gdsdk.showAd(type).catch((error) => events.push(error.message))
    await finishTask()
    expect(events).toEqual([])
    await shown
    expect(events).toEqual(['SDK_GAME_START success', 'No ad available'])
  },
)

test('with breaks, a rewarded one can be loaded before, which games wait for', async () => {
  const { sdk, setOptions } = open({ showBreak: () => ({ shown: true, rewarded: true }) })
  setOptions()
  await nextTask()
  const { AdType, preloadAd } = sdk.gdsdk
  expect(await preloadAd(AdType.Rewarded)).toBeUndefined()
  await expect(preloadAd(AdType.Display)).rejects.toThrow('No ad available')
})

test('display adverts and what should be loaded before are not available', async () => {
  const { sdk, setOptions } = open()
  setOptions()
  await nextTask()
  await expect(sdk.gdsdk.showAd(sdk.gdsdk.AdType.Display)).rejects.toThrow('No ad available')
  await expect(sdk.gdsdk.preloadAd()).rejects.toThrow('No ad available')
  expect(await sdk.gdsdk.cancelAd()).toBeUndefined()
  expect([sdk.gdsdk.openConsole(), sdk.gdsdk.play(), sdk.gdsdk.customLog()]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('the names of the first versions do nothing harmful', async () => {
  const rejections: unknown[] = []
  const onRejection = (reason: unknown) => rejections.push(reason)
  process.on('unhandledRejection', onRejection)
  onTestFinished(() => void process.off('unhandledRejection', onRejection))
  const { sdk, setOptions } = open()
  setOptions()
  expect([sdk.gdApi.showBanner(), sdk.gdApi.play(), sdk.gdApi.customLog()]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  await nextTask()
  expect(rejections).toEqual([])
})
