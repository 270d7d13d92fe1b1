/** What the SDK, the old messages and the host promise each other, over real frames of two sites. */
import type { Frame, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type BridgePage,
  type BridgeWindow,
  openBridgePage,
  patientMs,
  say,
  waitForLetter,
} from './bridge-page.ts'
import { buildStage, type Stage } from './test-environment.ts'

declare const window: BridgeWindow

describe.each(['blocked', 'allowed'] as const)('with third-party storage %s', (thirdParties) => {
  let stage: Stage
  let bridge: BridgePage
  let page: Page

  beforeAll(async () => {
    stage = await buildStage(thirdParties)
  })
  afterAll(() => stage?.close())
  beforeEach(async () => {
    bridge = await openBridgePage(stage)
    page = bridge.page
  })
  afterEach(() => bridge.close())

  /** What the browser really does with the storage of the game's frame. */
  const storageIn = (game: Frame) =>
    game.evaluate(() => {
      try {
        return localStorage && 'allowed'
      } catch {
        return 'blocked'
      }
    })

  describe('a game on the SDK', () => {
    test('learns who plays, in which language, and what the hub can do', async () => {
      const game = await bridge.connectGame()
      expect(await storageIn(game)).toBe(thirdParties)
      const known = await game.evaluate(() => {
        const { mode, player, language, project } = window.game
        return { mode, player, language, project, sells: window.game.supports('shop') }
      })
      expect(known).toEqual({
        mode: 'hub',
        player: { id: 'player-1', name: 'Anna', isGuest: false },
        language: 'en',
        project: { id: 'islandm3', name: 'Island' },
        sells: true,
      })
    })

    test('sells an item, rests while the player pays, and consumes the purchase', async () => {
      const game = await bridge.connectGame()
      await game.evaluate(() => {
        window.heard = []
        window.game.onPause(() => window.heard.push('pause'))
        window.game.onResume(() => window.heard.push('resume'))
      })
      const sold = game.evaluate(async () => {
        const outcome = await window.game.purchase({ itemId: 'gems-100' })
        if (outcome.status !== 'paid') throw new Error(outcome.status)
        return { outcome, consumed: await window.game.consumePurchase(outcome.purchase.id) }
      })
      await bridge.waitForCall('purchase')
      const purchase = { id: 'p-1', itemId: 'gems-100', state: 'granted', createdAt: 1 } as const
      await page.evaluate(
        (bought) => window.hub.answerPurchase({ status: 'paid', purchase: bought }),
        purchase,
      )
      expect(await sold).toEqual({
        outcome: { status: 'paid', purchase },
        consumed: { id: 'p-1', alreadyConsumed: false },
      })
      expect(await game.evaluate(() => window.heard)).toEqual(['pause', 'resume'])
      expect(await bridge.callsOf('purchase')).toEqual([['purchase', 'gems-100']])
    })

    test('is told to wait when the player is being asked already', async () => {
      const game = await bridge.connectGame()
      const code = await game.evaluate(() => {
        window.game.purchase({ itemId: 'gems-100' })
        return window.game.purchase({ itemId: 'gems-500' }).catch(({ code }) => code)
      })
      expect(code).toBe('BUSY')
      expect(await bridge.callsOf('purchase')).toEqual([['purchase', 'gems-100']])
    })

    test('hears of a new language, a new player and new purchases', async () => {
      const game = await bridge.connectGame()
      await game.evaluate(() => {
        window.heard = []
        window.game.onLanguage((language) => window.heard.push(language))
        window.game.onPlayer(({ name }) => window.heard.push(name))
        window.game.onPurchases(() => window.heard.push('purchases'))
      })
      await page.evaluate(() => {
        const host = window.hub.host()
        host?.setLanguage('ru')
        host?.setLanguage('ru')
        host?.setPlayer({ id: 'player-2', name: 'Boris', isGuest: false })
        host?.sendPaymentResult({ data: {} })
      })
      await game.waitForFunction(() => window.heard.length >= 3)
      expect(await game.evaluate(() => window.heard)).toEqual(['ru', 'Boris', 'purchases'])
      expect(await game.evaluate(() => [window.game.language, window.game.player.name])).toEqual([
        'ru',
        'Boris',
      ])
      expect(await game.evaluate(() => window.letters.length)).toBe(1) // the welcome; no old messages
    })

    test('reads refusals as codes and learns nothing from our faults', async () => {
      const game = await bridge.connectGame()
      const errors = await game.evaluate(() =>
        Promise.all(
          [window.game.getToken(), window.game.getPurchases()].map((call) =>
            (call as Promise<unknown>).catch((error) => ({
              isOurs: error instanceof window.sdk.PlayhubError,
              code: error.code,
              message: error.message,
            })),
          ),
        ),
      )
      expect(errors).toEqual([
        { isOurs: true, code: 'NOT_SIGNED_IN', message: 'Guests have no token' },
        { isOurs: true, code: 'INTERNAL', message: 'The hub failed' },
      ])
    })

    test('connects anew after a reload of its frame', async () => {
      const game = await bridge.connectGame()
      await game.evaluate(() => location.reload()).catch(() => {})
      await game.waitForFunction(() => window.sdk !== undefined && window.game === undefined)
      const name = await game.evaluate(async (timeoutMs) => {
        return (await window.sdk.connect({ local: false, timeoutMs })).player.name
      }, patientMs)
      expect(name).toBe('Anna')
    })

    test('plays alone when no hub answers', async () => {
      const game = await bridge.showGame(stage.game, [])
      const mode = await game.evaluate(async () => (await window.sdk.connect({ timeoutMs: 300 })).mode)
      expect(mode).toBe('local')
    })

    test('is refused when no version of the bridge is common', async () => {
      const game = await bridge.showGame()
      await game.evaluate(() => {
        window.parent.postMessage(
          { type: 'playhub:hello', nonce: 'a-nonce-from-the-future', versions: [99] },
          '*',
        )
      })
      expect(await waitForLetter(game, 'playhub:refused')).toEqual({
        origin: stage.hub,
        data: {
          type: 'playhub:refused',
          nonce: 'a-nonce-from-the-future',
          code: 'UNSUPPORTED_VERSION',
          versions: [1],
        },
      })
    })
  })

  describe.each(['', 'IFRAME_TO_PLAYHUB_'])(
    'a game of the old messages that begins them with "%s"',
    (prefix) => {
      test('asks who plays, signs out and in, and hears of each', async () => {
        const game = await bridge.showGame()
        await say(game, { type: `${prefix}GET_USER_AUTH` })
        expect(await waitForLetter(game, 'USER_AUTH')).toEqual({
          origin: stage.hub,
          data: {
            type: 'USER_AUTH',
            data: {
              jwt: 'a-game-token',
              userId: 'player-1',
              nickName: 'Anna',
              currentAuthType: 'mail',
              session: '',
            },
            isError: false,
            errorCode: null,
          },
        })
        await say(game, { type: `${prefix}ON_LOGOUT` })
        expect(await waitForLetter(game, 'USER_LOGOUT')).toEqual({
          origin: stage.hub,
          data: { type: 'USER_LOGOUT', data: null, isError: false, errorCode: null },
        })
        await game.evaluate(() => window.letters.splice(0))
        await say(game, { type: `${prefix}ON_LOGIN`, data: null })
        expect(await waitForLetter(game, 'USER_AUTH')).toMatchObject({
          data: { data: { userId: 'player-1' } },
        })
      })

      test('opens a payment by its URL, whose query becomes values', async () => {
        const game = await bridge.showGame()
        const type = `${prefix}ON_BANK`
        const urls = [
          'https://hub.example/payments/process/41?source=web&id=42',
          '/payments/process/42?source=web',
          'https://hub.example/payments/process/42',
          '/pay?paymentId=42&__proto__=1',
        ]
        for (const url of urls) await say(game, { type, data: { url } })
        await say(game, { type, data: '/payments/process/?id=42' })
        await page.waitForFunction(
          () => window.hub.calls.filter(([call]) => call === 'openPayment').length === 5,
        )
        expect(await bridge.callsOf('openPayment')).toEqual([
          ['openPayment', { source: 'web', id: '42' }],
          ['openPayment', { source: 'web', id: '42' }],
          ['openPayment', { id: '42' }],
          ['openPayment', { paymentId: '42' }],
          ['openPayment', { id: '42' }],
        ])
      })

      test('gets the payment-open error shown for what is no URL', async () => {
        const game = await bridge.showGame()
        const nothings = [
          undefined,
          null,
          '',
          ' ',
          {},
          { url: 7 },
          { url: null },
          'javascript:alert(1)',
          'http://',
        ]
        for (const data of nothings) await say(game, { type: `${prefix}ON_BANK`, data })
        await page.waitForFunction(
          (count) => window.hub.calls.filter(([call]) => call === 'onPaymentOpenError').length === count,
          nothings.length,
        )
        expect(await bridge.callsOf('openPayment')).toEqual([])
      })

      test('changes the language both ways, to languages that exist', async () => {
        const game = await bridge.showGame()
        for (const data of ['xx', { lng: '../admin' }, { lng: 'ru' }, 'en']) {
          await say(game, { type: `${prefix}CHANGE_LNG`, data })
        }
        await page.waitForFunction(() => window.hub.calls.some(([, language]) => language === 'en'))
        expect(await bridge.callsOf('changeLanguage')).toEqual([
          ['changeLanguage', 'ru'],
          ['changeLanguage', 'en'],
        ])
        await page.evaluate(() => window.hub.host()?.setLanguage('ru'))
        expect(await waitForLetter(game, 'CHANGE_LNG')).toEqual({
          origin: stage.hub,
          data: { type: 'CHANGE_LNG', data: { lng: 'ru' }, isError: false, errorCode: null },
        })
      })
    },
  )

  test('a game that never spoke learns how its payment ended', async () => {
    const game = await bridge.showGame()
    await page.evaluate(() =>
      window.hub.host()?.sendPaymentResult({ data: { paymentId: '42', status: 'fail' }, errorCode: 4016 }),
    )
    expect(await waitForLetter(game, 'PAYMENT_RESULT')).toEqual({
      origin: stage.hub,
      data: {
        type: 'PAYMENT_RESULT',
        data: { paymentId: '42', status: 'fail' },
        isError: true,
        errorCode: 4016,
      },
    })
  })
})
