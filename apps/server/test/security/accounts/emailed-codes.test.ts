/** An attacker with many networks guesses emailed codes and requests new ones. */
import { expect } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../../src/platform/clock.ts'
import { test } from '../../support/hub-test.ts'
import { emailsTo, newestCode, toOutcome, wrongCode } from '../../support/registration.ts'
import type { TestHub } from '../../support/test-hub.ts'

const behindProxy = test.extend('hubOptions', { env: { TRUST_PROXY: 'true' } })
const from = (network: number) => ({ 'x-forwarded-for': `198.51.${network >> 8}.${network & 255}` })

/** Skips the captcha an attacker would solve each time. */
async function request(hub: TestHub, email: string, network: number) {
  await hub.context.db.deleteFrom('counters').where('subject', 'like', 'failed attempts%').execute()
  await hub.callOk('POST /auth/recovery-password', { body: { email }, headers: from(network) })
}

const enter = async (hub: TestHub, email: string, code: string, headers = {}) =>
  toOutcome(await hub.call('POST /auth/send-recovery-password-code', { body: { email, code }, headers }))

behindProxy(
  'emailed codes have a total over several codes, the owner is warned, and recovers from a known network',
  async ({ hub, player }) => {
    const { email } = player
    let compared = 0
    for (let round = 0; round < 6; round++) {
      await request(hub, email, 500 + round)
      const code = wrongCode(await newestCode(hub, email))
      for (let guess = 0; guess < 15; guess++) {
        const outcome = await enter(hub, email, code, from(round * 15 + guess))
        if (outcome === 'SEND_RECOVERY_PASSWORD_CODE_INCORRECT') compared += 1
      }
      hub.clock.advance(MINUTE_MS)
    }
    expect(compared).toBe(50)
    const warnings = (await emailsTo(hub, email)).filter(({ subject }) => subject.includes('guessing your'))
    expect(warnings).toHaveLength(1)
    await request(hub, email, 600)
    const code = await newestCode(hub, email)
    expect(await enter(hub, email, code, from(600))).toBe('TOO_MANY_REQUESTS')
    expect(await enter(hub, email, code)).toBe('ok')
    hub.clock.advance(DAY_MS)
    await request(hub, email, 601)
    expect(await enter(hub, email, await newestCode(hub, email), from(601))).toBe('ok')
  },
)

test('counters hold no email address, before and after the account is erased', async ({ hub, player }) => {
  const { email } = player
  await request(hub, email, 1)
  await enter(hub, email, wrongCode(await newestCode(hub, email)))
  await hub.call('POST /auth/login-by-email', { body: { email, password: 'WrongPass1' } })
  const counters = async () =>
    JSON.stringify(await hub.context.db.selectFrom('counters').selectAll().execute())
  expect(await counters()).toContain('failed attempts of')
  expect(await counters()).not.toMatch(/@|example\.org/)
  await hub.callOk('POST /me/deletion', { as: player })
  await hub.passTime(14 * DAY_MS)
  expect(await counters()).not.toMatch(/@|example\.org/)
})
