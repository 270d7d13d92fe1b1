/** Runs behind a trusted proxy, so tests choose the client IP. */
import { expect } from 'vitest'
import { test as base } from '../../../test/support/hub-test.ts'
import {
  emailsTo,
  newestCode,
  solveEasyCaptcha,
  toOutcome,
  wrongCode,
} from '../../../test/support/registration.ts'
import type { TestHub } from '../../../test/support/test-hub.ts'
import { HOUR_MS, MINUTE_MS } from '../../platform/clock.ts'

const test = base.extend('hubOptions', { env: { TRUST_PROXY: 'true' } })

const attacker = { 'x-forwarded-for': '192.0.2.66' }
const owner = { 'x-forwarded-for': '192.0.2.1' }
type Headers = typeof owner

const ask = async (hub: TestHub, email: string, headers: Headers) => {
  const captcha = await solveEasyCaptcha(hub, 'recovery')
  const response = await hub.call('POST /auth/recovery-password', { body: { email, captcha }, headers })
  await hub.runDueJobs()
  return toOutcome(response)
}
const enter = async (hub: TestHub, email: string, code: string, headers: Headers) =>
  toOutcome(await hub.call('POST /auth/send-recovery-password-code', { body: { email, code }, headers }))

test('an attacker who guesses recovery codes blocks neither the code nor the emails of the owner', async ({
  hub,
  player: { email },
}) => {
  for (let round = 0; round < 4; round++) {
    expect(await ask(hub, email, attacker)).toBe('ok')
    const code = await newestCode(hub, email)
    for (let guess = 0; guess < 5; guess++) await enter(hub, email, wrongCode(code), attacker)
    expect(await enter(hub, email, code, attacker)).toMatch(/CODE_EXPIRED|TOO_MANY_REQUESTS/)
    hub.clock.advance(MINUTE_MS)
  }
  expect(await enter(hub, email, '123456', attacker)).toBe('TOO_MANY_REQUESTS')
  expect(await ask(hub, email, owner)).toBe('ok')
  expect(await enter(hub, email, await newestCode(hub, email), owner)).toBe('ok')
})

test('the owner uses a code that an attacker has requested and guessed at', async ({
  hub,
  player: { email },
}) => {
  await ask(hub, email, attacker)
  const code = await newestCode(hub, email)
  for (let guess = 0; guess < 8; guess++) await enter(hub, email, wrongCode(code), attacker)
  expect(await ask(hub, email, owner)).toBe('CODE_RESEND_TOO_SOON')
  expect(await enter(hub, email, code, owner)).toBe('ok')
})

test('many addresses together have fifteen tries at a code', async ({ hub, player: { email } }) => {
  await ask(hub, email, owner)
  const code = await newestCode(hub, email)
  for (let guess = 1; guess <= 15; guess++) {
    const headers = { 'x-forwarded-for': `198.51.100.${guess}` }
    expect(await enter(hub, email, wrongCode(code), headers)).toBe('SEND_RECOVERY_PASSWORD_CODE_INCORRECT')
  }
  expect(await enter(hub, email, code, owner)).toBe('CODE_EXPIRED')
})

// Solves 28 captchas.
test('an attacker cannot use up the emails of the owner, and all together send at most twenty an hour', async ({
  hub,
  player: { email },
}) => {
  const outcomes: string[] = []
  for (let count = 0; count < 6; count++) {
    outcomes.push(await ask(hub, email, attacker))
    hub.clock.advance(MINUTE_MS)
  }
  expect(outcomes).toEqual([...Array(5).fill('ok'), 'CODE_RESEND_TOO_SOON'])
  expect(await ask(hub, email, owner)).toBe('ok')
  for (let count = 1; count <= 20; count++) {
    hub.clock.advance(MINUTE_MS)
    await ask(hub, email, { 'x-forwarded-for': `198.51.100.${count}` })
  }
  expect((await emailsTo(hub, email)).length).toBe(20)
  hub.clock.advance(HOUR_MS)
  expect(await ask(hub, email, attacker)).toBe('ok')
}, 180_000)
