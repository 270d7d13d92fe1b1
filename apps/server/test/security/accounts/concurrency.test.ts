/** Concurrent code uses are tested in `registration.test.ts`, concurrent callbacks in `social-login/flow/concurrency.test.ts`. */
import { expect, test } from 'vitest'
import { MINUTE_MS } from '../../../src/platform/clock.ts'
import {
  emailsTo,
  newestCode,
  requestResetTicket,
  solveEasyCaptcha,
  toOutcome,
} from '../../support/registration.ts'
import { startTestHub, type TestHub } from '../../support/test-hub.ts'

const email = 'anna@example.org'
const timeoutMs = 3 * MINUTE_MS
const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))
const toPassword = (index: number) => `Parallel${index}`

const countRows = async ({ context: { db } }: TestHub, table: 'accounts' | 'credentials' | 'loginSessions') =>
  (await db.selectFrom(table).selectAll().execute()).length

test(
  'two hundred concurrent registrations of one address create one account with the accepted password',
  async () => {
    const hub = await startTestHub()
    const captchas = await times(200, () => solveEasyCaptcha(hub, 'registration'))
    const responses = await times(200, (index) =>
      hub.call('POST /auth/register-by-email', {
        body: { email, password: toPassword(index), consent: true, captcha: captchas[index] ?? '' },
      }),
    )
    const codes = responses.map(toOutcome)
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1)
    expect(new Set(codes)).toEqual(new Set(['ok', 'CODE_RESEND_TOO_SOON']))
    expect(await emailsTo(hub, email)).toHaveLength(1)

    const code = await newestCode(hub, email)
    const accepted = responses.find(({ ok }) => ok)
    const registrationSecret = accepted?.ok ? accepted.body.registrationSecret : ''
    await hub.callOk('POST /auth/send-verification-code', { body: { email, code, registrationSecret } })
    expect(await countRows(hub, 'accounts')).toBe(1)
    expect(await countRows(hub, 'loginSessions')).toBe(1)
    const password = toPassword(codes.indexOf('ok'))
    expect(toOutcome(await hub.call('POST /auth/login-by-email', { body: { email, password } }))).toBe('ok')
  },
  timeoutMs,
)

test(
  'two hundred concurrent uses of a ticket change the password once',
  async () => {
    const hub = await startTestHub()
    await hub.logIn(email)
    const resetTicket = await requestResetTicket(hub, email)
    const responses = await times(200, (index) =>
      hub.call('POST /auth/activate-new-password', {
        body: { email, password: toPassword(index), resetTicket },
      }),
    )
    const codes = responses.map(toOutcome)
    expect(codes.filter((outcome) => outcome === 'ok')).toHaveLength(1)
    expect(new Set(codes)).toEqual(new Set(['ok', 'RESET_TICKET_INVALID']))
    expect(await countRows(hub, 'credentials')).toBe(2)
    const password = toPassword(codes.indexOf('ok'))
    expect(toOutcome(await hub.call('POST /auth/login-by-email', { body: { email, password } }))).toBe('ok')
  },
  timeoutMs,
)
