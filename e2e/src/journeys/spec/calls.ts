import { expect } from 'vitest'
import type { Language } from '../../environment/translator.ts'
import { test } from './walk.ts'

/** The calls of the specification, with a parameter where they have one. */
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
}
