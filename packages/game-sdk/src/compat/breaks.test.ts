/** Breaks of the hub in place of adverts: what each portal's game is told, in the portal's order. */
import type { BreakKind, BreakResult } from '@playhub/contract/bridge-protocol'
import { expect, test } from 'vitest'
import { nextTask, openFakePortal } from '../../test/fake-hub.ts'
import { createCrazyGames } from './crazygames/crazygames.ts'
import { createGameDistribution } from './gamedistribution/gamedistribution.ts'
import { createPlaygama } from './playgama/playgama.ts'
import { createPoki } from './poki/poki.ts'
import type { Portal } from './shared/portal.ts'
import { createYandex } from './yandex/yandex.ts'

/** Requests an advert as a game of the portal does. */
type Request = (portal: Portal, log: (text: string) => void) => Promise<void>

const requests: Record<string, Record<BreakKind, Request>> = {
  yandex: {
    interstitial: async (portal, log) => {
      const sdk = await createYandex(portal).YaGames.init()
      const onClose = (wasShown: boolean) => log(`onClose ${wasShown}`)
      sdk.adv.showFullscreenAdv({ callbacks: { onOpen: () => log('onOpen'), onClose } })
    },
    rewarded: async (portal, log) => {
      const sdk = await createYandex(portal).YaGames.init()
      const on = (name: string) => () => log(name)
      sdk.adv.showRewardedVideo({
        callbacks: {
          onOpen: on('onOpen'),
          onRewarded: on('onRewarded'),
          onError: on('onError'),
          onClose: on('onClose'),
        },
      })
    },
  },
  crazygames: {
    interstitial: async (portal, log) => requestCrazyGamesAd(portal, log, 'midgame'),
    rewarded: async (portal, log) => requestCrazyGamesAd(portal, log, 'rewarded'),
  },
  poki: {
    interstitial: async (portal, log) => {
      await createPoki(portal).PokiSDK.commercialBreak(() => log('onStart'))
      log('resolved')
    },
    rewarded: async (portal, log) => {
      const onStart = () => log('onStart')
      log(`resolved ${await createPoki(portal).PokiSDK.rewardedBreak({ onStart })}`)
    },
  },
  playgama: {
    interstitial: async (portal, log) => {
      const { advertisement } = createPlaygama(portal).bridge
      advertisement.on('interstitial_state_changed', log)
      advertisement.showInterstitial()
    },
    rewarded: async (portal, log) => {
      const { advertisement } = createPlaygama(portal).bridge
      advertisement.on('rewarded_state_changed', log)
      advertisement.showRewarded()
    },
  },
  gamedistribution: {
    interstitial: (portal, log) => requestGameDistributionAd(portal, log, 'interstitial'),
    rewarded: (portal, log) => requestGameDistributionAd(portal, log, 'rewarded'),
  },
}

function requestCrazyGamesAd(
  portal: Portal,
  log: (text: string) => void,
  type: 'midgame' | 'rewarded',
): void {
  createCrazyGames(portal).CrazyGames.SDK.ad.requestAd(type, {
    adStarted: () => log('adStarted'),
    adFinished: () => log('adFinished'),
    adError: (error) => log(`adError ${(error as { code: string }).code}`),
  })
}

async function requestGameDistributionAd(
  portal: Portal,
  log: (text: string) => void,
  type: string,
): Promise<void> {
  const started = Promise.withResolvers<void>()
  const setListener = (onEvent: (event: { name: string }) => void) =>
    Object.assign(window, { GD_OPTIONS: { onEvent } })
  setListener(({ name }) => name === 'SDK_GAME_START' && started.resolve())
  const { gdsdk } = createGameDistribution(portal)
  await started.promise
  setListener(({ name }) => log(name))
  await gdsdk.showAd(type).then(
    () => log('resolved'),
    () => log('rejected'),
  )
}

async function requestBreak(sdk: string, kind: BreakKind, result: BreakResult) {
  const requested: BreakKind[] = []
  const { portal } = openFakePortal({
    showBreak: (given) => {
      requested.push(given)
      return result
    },
  })
  const log: string[] = []
  await requests[sdk]?.[kind](portal, (text) => log.push(text))
  await nextTask()
  await nextTask()
  expect(requested).toEqual([kind])
  return log
}

const watched = (kind: BreakKind): BreakResult => ({ shown: true, rewarded: kind === 'rewarded' })
const closedEarly: BreakResult = { shown: true, rewarded: false }
const notShown: BreakResult = { shown: false, rewarded: false }

test.each([
  ['yandex', ['onOpen', 'onClose true'], ['onClose false']],
  ['crazygames', ['adStarted', 'adFinished'], ['adError unfilled']],
  ['poki', ['onStart', 'resolved'], ['resolved']],
  ['playgama', ['loading', 'opened', 'closed'], ['loading', 'failed']],
  ['gamedistribution', ['SDK_GAME_PAUSE', 'SDK_GAME_START', 'resolved'], ['SDK_GAME_START', 'rejected']],
])('%s: an interstitial is told as shown, or as not available', async (sdk, shown, refused) => {
  expect(await requestBreak(sdk, 'interstitial', watched('interstitial'))).toEqual(shown)
  expect(await requestBreak(sdk, 'interstitial', notShown)).toEqual(refused)
})

test.each([
  ['yandex', ['onOpen', 'onRewarded', 'onClose'], ['onOpen', 'onClose'], ['onError', 'onClose']],
  ['crazygames', ['adStarted', 'adFinished'], ['adStarted', 'adError unfilled'], ['adError unfilled']],
  ['poki', ['onStart', 'resolved true'], ['onStart', 'resolved false'], ['resolved false']],
  [
    'playgama',
    ['loading', 'opened', 'rewarded', 'closed'],
    ['loading', 'opened', 'closed'],
    ['loading', 'failed'],
  ],
  [
    'gamedistribution',
    ['SDK_GAME_PAUSE', 'SDK_REWARDED_WATCH_COMPLETE', 'SDK_GAME_START', 'resolved'],
    ['SDK_GAME_PAUSE', 'SDK_GAME_START', 'resolved'],
    ['SDK_GAME_START', 'rejected'],
  ],
])('%s: a rewarded break rewards when it was watched', async (sdk, rewarded, closed, refused) => {
  expect(await requestBreak(sdk, 'rewarded', watched('rewarded'))).toEqual(rewarded)
  expect(await requestBreak(sdk, 'rewarded', closedEarly)).toEqual(closed)
  expect(await requestBreak(sdk, 'rewarded', notShown)).toEqual(refused)
})

test('a game is told that adverts are supported', async () => {
  const { portal } = openFakePortal({ showBreak: watched })
  const sdk = await createYandex(portal).YaGames.init()
  expect(await sdk.isAvailableMethod('adv.showRewardedVideo')).toBe(true)
  expect(await sdk.isAvailableMethod('adv.showBannerAdv')).toBe(false)
  const { advertisement } = createPlaygama(portal).bridge
  expect(advertisement).toMatchObject({ isInterstitialSupported: true, isRewardedSupported: true })
  expect(advertisement.isBannerSupported).toBe(false)
})

test('a pause after the break opens no other one', async () => {
  const { portal, emit } = openFakePortal({ showBreak: watched })
  const opened: string[] = []
  await createPoki(portal).PokiSDK.commercialBreak(() => opened.push('started'))
  emit('pause')
  expect(opened).toEqual(['started'])
})
