import { expect } from 'vitest'
import { test } from '../../../test/support/hub-test.ts'
import { emailsTo, newestCode, solveEasyCaptcha, toOutcome } from '../../../test/support/registration.ts'
import type { TestHub } from '../../../test/support/test-hub.ts'
import { HOUR_MS } from '../../platform/clock.ts'
import { hashEmail } from '../../platform/limits/counter-store.ts'

const login = async (hub: TestHub, email: string, password: string) => {
  const captcha = await solveEasyCaptcha(hub, 'login')
  return toOutcome(await hub.call('POST /auth/login-by-email', { body: { email, password, captcha } }))
}

/** Raises the count between the first and the last guesses, which each solve a captcha and hash a password. */
async function guessFiftyTimes(hub: TestHub, email: string): Promise<void> {
  const guess = async () =>
    expect(await login(hub, email, 'WrongPass1')).toBe('INVALID_PASSWORD_LOGIN_BY_EMAIL')
  await guess()
  const { db } = hub.context
  const { numUpdatedRows } = await db
    .updateTable('counters')
    .set({ count: 48 })
    .where('subject', '=', `wrong passwords of ${hashEmail(email)}`)
    .executeTakeFirstOrThrow()
  expect(Number(numUpdatedRows)).toBe(1)
  await guess()
  await guess()
}

test('after fifty wrong passwords within an hour, even with captchas, logins wait and the owner is informed', async ({
  hub,
  player: { email, password },
}) => {
  await guessFiftyTimes(hub, email)
  const captcha = await solveEasyCaptcha(hub, 'login')
  expect(await hub.call('POST /auth/login-by-email', { body: { email, password, captcha } })).toMatchObject({
    status: 429,
    body: { code: 'TOO_MANY_REQUESTS', details: { retryInSeconds: 3600 } },
  })
  const emails = await emailsTo(hub, email)
  expect(emails.map(({ subject }) => subject)).toEqual(['Somebody is guessing your Playhub password'])
  expect(emails[0]?.text).toContain('/auth/recovery-password')
  hub.clock.advance(HOUR_MS)
  expect(await login(hub, email, password)).toBe('ok')
})

test('the owner who sets a new password logs in at once', async ({ hub, player: { email } }) => {
  await guessFiftyTimes(hub, email)
  const captcha = await solveEasyCaptcha(hub, 'recovery')
  await hub.callOk('POST /auth/recovery-password', { body: { email, captcha } })
  const code = await newestCode(hub, email)
  const { resetTicket } = await hub.callOk('POST /auth/send-recovery-password-code', {
    body: { email, code },
  })
  const password = 'Fresh2031'
  await hub.callOk('POST /auth/activate-new-password', { body: { email, password, resetTicket } })
  expect(await login(hub, email, password)).toBe('ok')
})
