import { expect, test } from 'vitest'
import {
  emailsTo,
  newestCode,
  solveEasyCaptcha,
  toOutcome,
  wrongCode,
} from '../../../test/support/registration.ts'
import { startTestHub, type TestHub } from '../../../test/support/test-hub.ts'
import { MINUTE_MS } from '../../platform/clock.ts'

const email = 'anna@example.org'
const old = 'OldIsland1'
const fresh = 'NewIsland2'

async function hubWithPlayer(): Promise<TestHub> {
  const hub = await startTestHub()
  await hub.context.accounts.ensureEmailAccount({ email, password: old, name: 'Anna' })
  return hub
}

const ask = (hub: TestHub, captcha?: string, mailbox = email) =>
  hub.call('POST /auth/recovery-password', { body: { email: mailbox, captcha } })

const login = (hub: TestHub, password: string) =>
  hub.call('POST /auth/login-by-email', { body: { email, password } })

const activate = (hub: TestHub, resetTicket: string, password = fresh, mailbox = email) =>
  hub.call('POST /auth/activate-new-password', { body: { email: mailbox, password, resetTicket } })

async function ticketFor(hub: TestHub): Promise<string> {
  await ask(hub)
  const code = await newestCode(hub, email)
  const response = await hub.callOk('POST /auth/send-recovery-password-code', { body: { email, code } })
  return response.resetTicket
}

test('a player who forgot the password sets a new one with the emailed code', async () => {
  const hub = await hubWithPlayer()
  const { data } = await hub.callOk('POST /auth/login-by-email', { body: { email, password: old } })
  const { jwt } = data.result
  await hub.callOk('GET /auth/check/{jwt}', { params: { jwt } })
  expect(await ask(hub)).toMatchObject({ body: { data: { result: true }, resendInSeconds: 60 } })
  const code = await newestCode(hub, email)
  const traded = await hub.callOk('POST /auth/send-recovery-password-code', { body: { email, code } })
  expect(traded).toEqual({ data: { result: true }, resetTicket: expect.any(String) })
  expect(toOutcome(await activate(hub, traded.resetTicket))).toBe('ok')

  expect(toOutcome(await login(hub, old))).toBe('INVALID_PASSWORD_LOGIN_BY_EMAIL')
  expect(toOutcome(await login(hub, fresh))).toBe('ok')
  const before = await hub.callOk('GET /auth/check/{jwt}', { params: { jwt } })
  expect(before.data.result).toBe(false)
  const [webhook] = await emailsTo(hub, email)
  expect(webhook?.subject).toBe('Your Playhub password has changed')
  expect(hub.logs()).not.toContain(traded.resetTicket)
})

test('a former password is refused, and the ticket stays valid', async () => {
  const hub = await hubWithPlayer()
  const ticket = await ticketFor(hub)
  expect(toOutcome(await activate(hub, ticket, old))).toBe('PASSWORD_EXIST_ACTIVATE_NEW_PASSWORD')
  expect(toOutcome(await activate(hub, ticket, fresh))).toBe('ok')
  hub.clock.advance(MINUTE_MS)
  const second = await ticketFor(hub)
  expect(toOutcome(await activate(hub, second, old))).toBe('PASSWORD_EXIST_ACTIVATE_NEW_PASSWORD')
  expect(toOutcome(await activate(hub, second, fresh))).toBe('PASSWORD_EXIST_ACTIVATE_NEW_PASSWORD')
})

test('a wrong code returns no ticket, and a code returns only one', async () => {
  const hub = await hubWithPlayer()
  await ask(hub)
  const code = await newestCode(hub, email)
  const trade = (given: string) =>
    hub.call('POST /auth/send-recovery-password-code', { body: { email, code: given } })
  expect(toOutcome(await trade(wrongCode(code)))).toBe('SEND_RECOVERY_PASSWORD_CODE_INCORRECT')
  const responses = await Promise.all([trade(code), trade(code), trade(code)])
  expect(responses.filter((response) => response.ok)).toHaveLength(1)
  expect(toOutcome(await trade(code))).toBe('SEND_RECOVERY_PASSWORD_CODE_INCORRECT')
})

test('an unknown address is refused as unknown, and after five attempts a captcha is required', async () => {
  const hub = await hubWithPlayer()
  for (let time = 0; time < 5; time++) {
    expect(toOutcome(await ask(hub, undefined, 'nobody@example.org'))).toBe(
      'USER_NOT_EXIST_RECOVERY_PASSWORD',
    )
  }
  expect(toOutcome(await ask(hub, undefined, 'nobody@example.org'))).toBe('CAPTCHA_REQUIRED')
  const captcha = await solveEasyCaptcha(hub, 'recovery')
  expect(toOutcome(await ask(hub, captcha, 'nobody@example.org'))).toBe('USER_NOT_EXIST_RECOVERY_PASSWORD')
})

test('another recovery email can be requested after a minute', async () => {
  const hub = await hubWithPlayer()
  expect(toOutcome(await ask(hub))).toBe('ok')
  expect(toOutcome(await ask(hub))).toBe('CODE_RESEND_TOO_SOON')
  hub.clock.advance(MINUTE_MS)
  expect(toOutcome(await ask(hub))).toBe('ok')
})
