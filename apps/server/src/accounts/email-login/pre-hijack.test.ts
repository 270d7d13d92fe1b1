import { expect } from 'vitest'
import { test } from '../../../test/support/hub-test.ts'
import { beginRegistration, newestCode, password, toOutcome } from '../../../test/support/registration.ts'
import type { TestHub } from '../../../test/support/test-hub.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts'

const email = 'anna@example.org'
const attackerPassword = 'Stranger2030'

async function begin(hub: TestHub, chosen: string): Promise<string> {
  const response = await beginRegistration(hub, email, chosen)
  return response.ok ? response.body.registrationSecret : ''
}

const confirm = async (hub: TestHub, secret: { password?: string; registrationSecret?: string } = {}) => {
  const code = await newestCode(hub, email)
  return toOutcome(await hub.call('POST /auth/send-verification-code', { body: { email, code, ...secret } }))
}

const login = async (hub: TestHub, tried: string) =>
  toOutcome(await hub.call('POST /auth/login-by-email', { body: { email, password: tried } }))

test('the owner of an address does not confirm the password of an attacker who registered it later', async ({
  hub,
}) => {
  const registrationSecret = await begin(hub, password)
  hub.clock.advance(MINUTE_MS)
  await begin(hub, attackerPassword)
  expect(await confirm(hub)).toBe('REGISTRATION_PASSWORD_REQUIRED')
  expect(await confirm(hub, { registrationSecret })).toBe('REGISTRATION_PASSWORD_REQUIRED')
  expect(await confirm(hub, { registrationSecret, password })).toBe('ok')
  expect(await login(hub, attackerPassword)).toBe('INVALID_PASSWORD_LOGIN_BY_EMAIL')
  expect(await login(hub, password)).toBe('ok')
})

test('nor of one who registered it before, while the owner was refused another code', async ({ hub }) => {
  await begin(hub, attackerPassword)
  expect(toOutcome(await beginRegistration(hub, email))).toBe('CODE_RESEND_TOO_SOON')
  expect(await confirm(hub)).toBe('REGISTRATION_PASSWORD_REQUIRED')
  expect(await confirm(hub, { password })).toBe('ok')
  expect(await login(hub, password)).toBe('ok')
})

test('the client whose password is stored confirms with its secret, also after others have asked', async ({
  hub,
}) => {
  const registrationSecret = await begin(hub, password)
  expect(toOutcome(await beginRegistration(hub, email, attackerPassword))).toBe('CODE_RESEND_TOO_SOON')
  expect(await confirm(hub, { registrationSecret: 'guessed' })).toBe('REGISTRATION_PASSWORD_REQUIRED')
  expect(await confirm(hub, { registrationSecret })).toBe('ok')
  expect(await login(hub, password)).toBe('ok')
})

test('a registration that nobody repeated is confirmed by the code alone, also after an expired one', async ({
  hub,
}) => {
  await begin(hub, attackerPassword)
  hub.clock.advance(DAY_MS)
  await begin(hub, password)
  expect(await confirm(hub)).toBe('ok')
  expect(await login(hub, password)).toBe('ok')
})
