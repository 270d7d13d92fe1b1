/**
 * The contract between the SDK, legacy games and the host, tested with real cross-site frames. The short form blocks their
 * storage, as most browsers do.
 */
import { bridgeErrors } from '@playhub/contract/bridge-protocol'
import type { Frame } from 'playwright-core'
import { describe, expect } from 'vitest'
import {
  type BridgeWindow,
  CONNECT_TIMEOUT_MS,
  sendToHub,
  typesReceivedBy,
  waitForMessage,
  waitForMessages,
} from './bridge-page.ts'
import { browserTest } from './fixtures.ts'

declare const window: BridgeWindow

const tests = { blocked: browserTest('blocked'), allowed: browserTest('allowed') }

const storage = process.env.TEST_LONG === 'true' ? (['blocked', 'allowed'] as const) : (['blocked'] as const)

describe.each(storage)('with third-party storage %s', (thirdParties) => {
  const test = tests[thirdParties]

  /** Checks the browser's block on storage in the game's frame. */
  const storageIn = (game: Frame) =>
    game.evaluate(() => {
      try {
        return localStorage && 'allowed'
      } catch {
        return 'blocked'
      }
    })

  describe('a game on the SDK', () => {
    test('receives the player, the language and the capabilities of the hub', async ({ bridge }) => {
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

    test('sells an item, is paused while the player pays, and consumes the purchase', async ({ bridge }) => {
      const game = await bridge.connectGame()
      await game.evaluate(() => {
        window.received = []
        window.game.onPause(() => window.received.push('pause'))
        window.game.onResume(() => window.received.push('resume'))
      })
      const sold = game.evaluate(async () => {
        const outcome = await window.game.purchase({ itemId: 'gems-100', code: 'SUMMER' })
        if (outcome.status !== 'paid') throw new Error(outcome.status)
        return { outcome, consumed: await window.game.consumePurchase(outcome.purchase.id) }
      })
      await bridge.waitForCall('purchase')
      const purchase = { id: 'p-1', itemId: 'gems-100', state: 'granted', createdAt: 1 } as const
      await bridge.page.evaluate(
        (bought) => window.hub.answerPurchase({ status: 'paid', purchase: bought }),
        purchase,
      )
      expect(await sold).toEqual({
        outcome: { status: 'paid', purchase },
        consumed: { id: 'p-1', alreadyConsumed: false },
      })
      expect(await game.evaluate(() => window.received)).toEqual(['pause', 'resume'])
      expect(await bridge.listCalls('purchase')).toEqual([['purchase', 'gems-100', 'SUMMER']])
    })

    test('claims a gift by the id of its offer', async ({ bridge }) => {
      const game = await bridge.connectGame()
      expect(await game.evaluate(() => window.game.claimGift('daily'))).toEqual([])
      expect(await bridge.listCalls('claimGift')).toEqual([['claimGift', 'daily']])
    })

    test('gets BUSY while another dialog is open', async ({ bridge }) => {
      const game = await bridge.connectGame()
      const code = await game.evaluate(() => {
        window.game.purchase({ itemId: 'gems-100' })
        return window.game.purchase({ itemId: 'gems-500' }).catch(({ code }) => code)
      })
      expect(code).toBe('BUSY')
      expect(await bridge.listCalls('purchase')).toEqual([['purchase', 'gems-100', undefined]])
    })

    test('is paused and silent during a break, and gets its result', async ({ bridge }) => {
      const game = await bridge.connectGame()
      await bridge.page.evaluate(() => window.hub.offerBreaks())
      await game.evaluate(() => {
        window.received = []
        window.game.onPause(() => window.received.push('pause'))
        window.game.onResume(() => window.received.push('resume'))
        window.game.onMute((isMuted) => window.received.push(isMuted))
      })
      const shown = game.evaluate(() => window.game.showBreak('rewarded'))
      await bridge.waitForCall('showBreak')
      expect(await game.evaluate(() => window.game.showBreak('rewarded'))).toEqual({
        shown: false,
        rewarded: false,
      })
      await bridge.page.evaluate(() => window.hub.endBreak({ shown: true, rewarded: true }))
      expect(await shown).toEqual({ shown: true, rewarded: true })
      expect(await game.evaluate(() => window.received)).toEqual(['pause', true, false, 'resume'])
      expect(await bridge.listCalls('prepareBreak')).toEqual([
        ['prepareBreak', 'rewarded'],
        ['prepareBreak', 'rewarded'],
      ])
    })

    test('stays silent after a break when the player has muted it', async ({ bridge }) => {
      const game = await bridge.connectGame()
      await bridge.page.evaluate(() => window.hub.offerBreaks())
      await game.evaluate(() => {
        window.received = []
        window.game.onMute((isMuted) => window.received.push(isMuted))
        window.game.onResume(() => window.received.push('resume'))
      })
      const shown = game.evaluate(() => window.game.showBreak('interstitial'))
      await bridge.waitForCall('showBreak')
      await bridge.page.evaluate(() => {
        window.hub.host()?.setMuted(true)
        window.hub.endBreak({ shown: true, rewarded: false })
      })
      await shown
      expect(await game.evaluate(() => window.received)).toEqual([true, 'resume'])
    })

    test('gets no break where there is none, without a pause', async ({ bridge }) => {
      const game = await bridge.connectGame()
      const result = await game.evaluate(async () => {
        window.received = []
        window.game.onPause(() => window.received.push('pause'))
        return { supported: window.game.supports('breaks'), ...(await window.game.showBreak('interstitial')) }
      })
      expect(result).toEqual({ supported: false, shown: false, rewarded: false })
      expect(await game.evaluate(() => window.received)).toEqual([])
      const wrong = game.evaluate(() =>
        window.game.showBreak('banner' as 'rewarded').catch(({ code }) => code),
      )
      expect(await wrong).toBe('INVALID_PARAMS')
    })

    test('receives changes of language, player and purchases', async ({ bridge }) => {
      const game = await bridge.connectGame()
      await game.evaluate(() => {
        window.received = []
        window.game.onLanguage((language) => window.received.push(language))
        window.game.onPlayer(({ name }) => window.received.push(name))
        window.game.onPurchases(() => window.received.push('purchases'))
      })
      await bridge.page.evaluate(() => {
        const host = window.hub.host()
        host?.setLanguage('ru')
        host?.setLanguage('ru')
        host?.setPlayer({ id: 'player-2', name: 'Boris', isGuest: false })
        host?.sendPaymentResult({ data: {} })
      })
      await game.waitForFunction(() => window.received.length >= 3)
      expect(await game.evaluate(() => window.received)).toEqual(['ru', 'Boris', 'purchases'])
      expect(await game.evaluate(() => [window.game.language, window.game.player.name])).toEqual([
        'ru',
        'Boris',
      ])
      expect(await game.evaluate(() => window.messages.length)).toBe(1) // Only the welcome, no legacy message.
    })

    test('receives refusals as codes, and no details of faults', async ({ bridge }) => {
      const game = await bridge.connectGame()
      const errors = await game.evaluate(() => {
        const calls: Promise<unknown>[] = [window.game.getToken(), window.game.getPurchases()]
        const failures = calls.map((call) =>
          call.catch((error) => ({
            isOurs: error instanceof window.sdk.PlayhubError,
            code: error.code,
            message: error.message,
          })),
        )
        return Promise.all(failures)
      })
      expect(errors).toEqual([
        { isOurs: true, code: 'NOT_SIGNED_IN', message: 'Guests have no token' },
        { isOurs: true, code: 'INTERNAL', message: bridgeErrors.INTERNAL },
      ])
    })

    test('reconnects after its frame reloads', async ({ bridge }) => {
      const game = await bridge.connectGame()
      await game.evaluate(() => location.reload()).catch(() => {})
      await game.waitForFunction(() => window.sdk !== undefined && window.game === undefined)
      const name = await game.evaluate(async (timeoutMs) => {
        return (await window.sdk.connect({ local: false, timeoutMs })).player.name
      }, CONNECT_TIMEOUT_MS)
      expect(name).toBe('Anna')
    })

    test('at an origin that is not listed is refused by name, and gets no free items of local mode', async ({
      bridge,
      environment,
    }) => {
      const warned = bridge.page.waitForEvent('console', (message) => message.text().includes('origins'))
      const game = await bridge.showGame(environment.game, [])
      const refusal = await game.evaluate(() =>
        window.sdk.connect().catch(({ code, message }) => ({ code, message })),
      )
      const message = bridgeErrors.ORIGIN_NOT_LISTED.replace('{origin}', environment.game)
      expect(refusal).toEqual({ code: 'ORIGIN_NOT_LISTED', message })
      expect((await warned).text()).toBe(message)
      expect(await bridge.allCalls()).toEqual([])
    })

    test('runs in local mode when a page of its developer frames it', async ({ bridge, environment }) => {
      const game = await bridge.addFrame('no-hub', environment.game)
      const mode = await game.evaluate(async () => (await window.sdk.connect({ timeoutMs: 300 })).mode)
      expect(mode).toBe('local')
    })

    test('trusts the hubs that it names only', async ({ bridge }) => {
      const game = await bridge.showGame()
      const code = await game.evaluate(() =>
        window.sdk
          .connect({ local: false, hubOrigins: ['https://play.example'], timeoutMs: 300 })
          .catch(({ code }) => code),
      )
      expect(code).toBe('NO_HUB')
      expect(await bridge.allCalls()).toEqual([])
    })

    test('is refused when no protocol version is common', async ({ bridge, environment }) => {
      const game = await bridge.showGame()
      await game.evaluate(() => {
        window.parent.postMessage(
          { type: 'playhub:hello', nonce: 'a-nonce-from-the-future', versions: [99] },
          '*',
        )
      })
      expect(await waitForMessage(game, 'playhub:refused')).toEqual({
        origin: environment.hub,
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
    'a legacy game that prefixes its messages with "%s"',
    (prefix) => {
      test('requests the user data, logs out and in, and receives each change', async ({
        bridge,
        environment,
      }) => {
        const game = await bridge.showGame()
        await sendToHub(game, { type: `${prefix}GET_USER_AUTH` })
        expect(await waitForMessage(game, 'USER_AUTH')).toEqual({
          origin: environment.hub,
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
        await sendToHub(game, { type: `${prefix}ON_LOGOUT` })
        expect(await waitForMessage(game, 'USER_LOGOUT')).toEqual({
          origin: environment.hub,
          data: { type: 'USER_LOGOUT', data: null, isError: false, errorCode: null },
        })
        await game.evaluate(() => window.messages.splice(0))
        await sendToHub(game, { type: `${prefix}ON_LOGIN`, data: null })
        expect(await waitForMessage(game, 'USER_AUTH')).toMatchObject({
          data: { data: { userId: 'player-1' } },
        })
      })

      test('a game that a login has unloaded receives USER_AUTH without asking, once', async ({ bridge }) => {
        await bridge.page.evaluate(() => window.hub.actions.keepLoginRequest())
        const game = await bridge.showGame()
        await waitForMessage(game, 'USER_AUTH')
        expect(await bridge.page.evaluate(() => window.hub.actions.takeLoginRequest())).toBe(false)
      })

      test('opens a payment by its URL, whose query is passed on', async ({ bridge }) => {
        const game = await bridge.showGame()
        const type = `${prefix}ON_BANK`
        const urls = [
          'https://hub.example/payments/process/41?source=web&id=42',
          '/payments/process/42?source=web',
          'https://hub.example/payments/process/42',
          '/pay?paymentId=42&__proto__=1',
        ]
        for (const url of urls) await sendToHub(game, { type, data: { url } })
        await sendToHub(game, { type, data: '/payments/process/?id=42' })
        await bridge.page.waitForFunction(
          () => window.hub.calls.filter(([call]) => call === 'openPayment').length === 5,
        )
        expect(await bridge.listCalls('openPayment')).toEqual([
          ['openPayment', { source: 'web', id: '42' }],
          ['openPayment', { source: 'web', id: '42' }],
          ['openPayment', { id: '42' }],
          ['openPayment', { paymentId: '42' }],
          ['openPayment', { id: '42' }],
        ])
      })

      test('one ON_LOGOUT gets one USER_LOGOUT, whenever the page notices the change', async ({ bridge }) => {
        const game = await bridge.showGame()
        await sendToHub(game, { type: `${prefix}GET_USER_AUTH` })
        await waitForMessage(game, 'USER_AUTH')
        const guest = { id: null, name: 'Guest', isGuest: true }
        await bridge.page.evaluate((player) => window.hub.duringSignOut(player), guest)
        await sendToHub(game, { type: `${prefix}ON_LOGOUT` })
        await waitForMessage(game, 'USER_LOGOUT')
        await bridge.page.evaluate((player) => window.hub.host()?.setPlayer(player), guest)
        await sendToHub(game, { type: `${prefix}ON_LOGIN` })
        await waitForMessages(game, 'USER_AUTH', 2)
        expect(await typesReceivedBy(game)).toEqual(['USER_AUTH', 'USER_LOGOUT', 'USER_AUTH'])
      })

      test('a player who logs out elsewhere is announced by one USER_LOGOUT', async ({ bridge }) => {
        const game = await bridge.showGame()
        await sendToHub(game, { type: `${prefix}GET_USER_AUTH` })
        await waitForMessage(game, 'USER_AUTH')
        await bridge.page.evaluate(() => {
          const guest = { id: null, name: 'Guest', isGuest: true }
          window.hub.host()?.setPlayer(guest)
          window.hub.host()?.setPlayer(guest)
        })
        await sendToHub(game, { type: `${prefix}GET_USER_AUTH` })
        await waitForMessages(game, 'USER_AUTH', 2)
        expect(await typesReceivedBy(game)).toEqual(['USER_AUTH', 'USER_LOGOUT', 'USER_AUTH'])
      })

      test('a refused ON_BANK is answered by a PAYMENT_RESULT with an error', async ({
        bridge,
        environment,
      }) => {
        const game = await bridge.showGame()
        const type = `${prefix}ON_BANK`
        for (const data of [{}, { url: 'javascript:alert(1)' }, { url: '/payments/process/' }]) {
          await game.evaluate(() => window.messages.splice(0))
          await sendToHub(game, { type, data })
          expect(await waitForMessage(game, 'PAYMENT_RESULT')).toEqual({
            origin: environment.hub,
            data: {
              type: 'PAYMENT_RESULT',
              data: { paymentId: null, status: 'none', purchaseId: null },
              isError: true,
              errorCode: 4000,
            },
          })
        }
      })

      test('while a payment is open, a second ON_BANK is refused, and a repeated one waits for its result', async ({
        bridge,
      }) => {
        const game = await bridge.showGame()
        const type = `${prefix}ON_BANK`
        await bridge.page.evaluate(() => window.hub.keepPaymentsOpen())
        for (const url of ['/payments/process/41', '/payments/process/41', '/payments/process/42']) {
          await sendToHub(game, { type, data: { url } })
        }
        expect(await waitForMessage(game, 'PAYMENT_RESULT')).toMatchObject({
          data: { data: { paymentId: '42' }, isError: true, errorCode: 4000 },
        })
        expect(await typesReceivedBy(game)).toEqual(['PAYMENT_RESULT'])
        expect(await bridge.listCalls('openPayment')).toEqual([['openPayment', { id: '41' }]])
      })

      test('an ON_BANK without a valid URL shows the payment-open error', async ({ bridge }) => {
        const game = await bridge.showGame()
        const invalidUrls = [
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
        for (const data of invalidUrls) await sendToHub(game, { type: `${prefix}ON_BANK`, data })
        await bridge.page.waitForFunction(
          (count) => window.hub.calls.filter(([call]) => call === 'onPaymentOpenError').length === count,
          invalidUrls.length,
        )
        expect(await bridge.listCalls('openPayment')).toEqual([])
      })

      test('changes the language in both directions, among recognised languages', async ({
        bridge,
        environment,
      }) => {
        const game = await bridge.showGame()
        for (const data of ['xx', { lng: '../admin' }, { lng: 'ru' }, 'en']) {
          await sendToHub(game, { type: `${prefix}CHANGE_LNG`, data })
        }
        await bridge.page.waitForFunction(() => window.hub.calls.some(([, language]) => language === 'en'))
        expect(await bridge.listCalls('changeLanguage')).toEqual([
          ['changeLanguage', 'ru'],
          ['changeLanguage', 'en'],
        ])
        await bridge.page.evaluate(() => window.hub.host()?.setLanguage('ru'))
        expect(await waitForMessage(game, 'CHANGE_LNG')).toEqual({
          origin: environment.hub,
          data: { type: 'CHANGE_LNG', data: { lng: 'ru' }, isError: false, errorCode: null },
        })
      })
    },
  )

  test('a game that never sent a message receives the result of its payment', async ({
    bridge,
    environment,
  }) => {
    const game = await bridge.showGame()
    await bridge.page.evaluate(() =>
      window.hub.host()?.sendPaymentResult({ data: { paymentId: '42', status: 'fail' }, errorCode: 4016 }),
    )
    expect(await waitForMessage(game, 'PAYMENT_RESULT')).toEqual({
      origin: environment.hub,
      data: {
        type: 'PAYMENT_RESULT',
        data: { paymentId: '42', status: 'fail' },
        isError: true,
        errorCode: 4016,
      },
    })
  })
})
