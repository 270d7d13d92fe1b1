import type { Frame } from 'playwright-core'
import { expect } from 'vitest'
import { call, register } from '../../environment/api.ts'
import type { Language } from '../../environment/translator.ts'
import { siteSteps } from '../../screens/steps/site.ts'
import { cancelPayment } from '../../steps/payment.ts'
import { test, type Walk } from './spec-test.ts'

/** The specification's calls, with a parameter where they have one. */
const calls = `
POST /auth/login-by-email
POST /auth/register-by-email
POST /auth/send-verification-code
POST /auth/send-recovery-password-code
POST /auth/recovery-password
POST /auth/activate-new-password
GET /auth/check/a
POST /auth/apple-login
POST /auth/telegram-login
POST /auth/facebook-login
POST /auth/google-login-native
POST /auth/set-user-auth-state
GET /auth/check-user-auth-state/a
GET /payments/set-pending/a
GET /payments/yookassa/create/a
GET /payments/yookassa/modal-close/a
GET /payments/stripe/create/a
POST /payments/stripe/cancellation-payment
POST /payments/yandex-pay/create
GET /payments/get/a
GET /payments/process/a
POST /payments/update-mail-to-receive-check
GET /payments/get-user-payments
GET /payments/get-user-payment?paymentId=a
GET /user/get-receipt-link?privatePaymentId=a
POST /payments/send-letter-support
POST /session/get
GET /control/get-initial-config
GET /control/get-games-data
GET /control/get-game-data?projectName=islandm3
GET /control/get-single-game-data?projectName=nightcity
GET /control/get-prices?project=islandm3`
  .trim()
  .split('\n')

export function walkCalls(language: Language): void {
  test.concurrent('every call answers below /api: with data, or with a refusal that has a code', async ({
    environment,
  }) => {
    const unknown: string[] = []
    for (const [method = '', path = ''] of calls.map((line) => line.split(' '))) {
      const response = await fetch(`${environment.hubUrl}/api${path}`, {
        method,
        headers: { 'frontend-language': language, 'content-type': 'application/json' },
        ...(method === 'POST' && { body: '{}' }),
      })
      const answer = (await response.json()) as { code?: string }
      if (response.status >= 500 || answer.code === 'ROUTE_NOT_FOUND' || (!response.ok && !answer.code))
        unknown.push(`${method} ${path}: ${response.status} ${answer.code}`)
    }
    expect(unknown).toEqual([])
  })

  test.concurrent('every request of the browser has the headers of the specification', async ({
    openWalk,
    player,
  }) => {
    const { page } = await openWalk(language, player)
    const [request] = await Promise.all([
      page.waitForRequest('**/api/payments/get-user-payments*'),
      page.goto('/transactions?session=a-session&project=islandm3'),
    ])
    expect(await request.allHeaders()).toMatchObject({
      'frontend-language': language,
      accept: 'application/json',
      session: 'a-session',
      source: 'web',
      locale: language,
      project: 'islandm3',
      authorization: `Bearer ${player.jwt}`,
    })
  })

  test.concurrent('a game in its frame asks for the player, changes the language, opens a payment and signs out', async ({
    environment,
    openWalk,
  }) => {
    const player = await register(environment)
    const walk = await openWalk(language, player)
    const game = await openGame(walk)
    await send(game, 'GET_USER_AUTH')
    expect(await received(game, 'USER_AUTH')).toMatchObject({
      data: { userId: player.userId },
      isError: false,
    })

    const other = language === 'ru' ? 'en' : 'ru'
    await send(game, 'CHANGE_LNG', { lng: other })
    await walk.page.waitForFunction((lang) => document.documentElement.lang === lang, other)
    await send(game, 'CHANGE_LNG', { lng: language })
    await walk.page.waitForFunction((lang) => document.documentElement.lang === lang, language)

    const body = { itemId: 'islandm3-hints' }
    const { jwt } = player
    const order = await call<{ id: string; url: string }>(environment, 'POST', '/payments/create', {
      jwt,
      body,
    })
    await send(game, 'ON_BANK', { url: order.url })
    await walk.page.getByRole('dialog', { name: walk.t('payments:title'), exact: true }).waitFor()
    await walk.stop()
    await cancelPayment(walk.page, language)
    const restarted = await findGame(walk)
    expect(await received(restarted, 'PAYMENT_RESULT')).toMatchObject({
      data: { paymentId: order.id, status: 'none' },
      isError: true,
    })
    await Promise.all([walk.see('errors:toast.PAYMENT_OPEN_ERROR'), send(restarted, 'ON_BANK', {})])

    await send(restarted, 'ON_LOGOUT')
    await received(restarted, 'USER_LOGOUT')
    expect(await walk.page.evaluate(() => localStorage.getItem('access-token'))).toBeNull()
  })

  test.concurrent('a game in its frame asks a guest to sign in', async ({ openWalk }) => {
    const walk = await openWalk(language)
    await send(await openGame(walk), 'ON_LOGIN')
    await walk.see('accounts:chooser.title')
    await walk.stop()
  })
}

type Message = { type: string; data: unknown; isError: boolean }
declare const window: { received: Message[]; parent: { postMessage(message: unknown, origin: string): void } }

/** Opens a game whose pages record the messages that they receive. */
async function openGame(walk: Walk): Promise<Frame> {
  await walk.page.addInitScript(() => {
    window.received = []
    addEventListener('message', ({ data }) => void window.received.push(data))
  })
  await walk.go('/games/{lng}/islandm3/?play=1')
  return findGame(walk)
}

async function findGame(walk: Walk): Promise<Frame> {
  await siteSteps.waitForGame(walk)
  const frame = await (await walk.page.waitForSelector('#game-frame')).contentFrame()
  if (!frame) throw new Error('The game has no frame')
  return frame
}

function send(game: Frame, type: string, data?: unknown): Promise<void> {
  const message = { type: `IFRAME_TO_PLAYHUB_${type}`, data }
  return game.evaluate((sent) => window.parent.postMessage(sent, '*'), message)
}

/** Waits for the first message with a type. */
async function received(game: Frame, type: string): Promise<Message> {
  const found = await game.waitForFunction(
    (expected) => window.received.find((message) => message?.type === expected),
    type,
  )
  return (await found.jsonValue()) as Message
}
