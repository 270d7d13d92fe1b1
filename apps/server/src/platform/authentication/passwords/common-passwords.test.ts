import { expect } from 'vitest'
import { test as base } from '../../../../test/support/hub-test.ts'
import {
  beginRegistration,
  newestCode,
  password,
  requestResetTicket,
  toOutcome,
} from '../../../../test/support/registration.ts'

const test = base.extend('hubOptions', { env: { COMMON_PASSWORDS: 'refuse' } })
const common = ['password1', 'Password1', 'QWERTY123', '12345678', 'iloveyou']

test('an account gets none of the passwords that attackers try first', async ({ hub, player }) => {
  const email = 'anna@example.org'
  for (const chosen of common)
    expect(toOutcome(await beginRegistration(hub, email, chosen)), chosen).toBe('PASSWORD_COMMON')
  expect(toOutcome(await beginRegistration(hub, email))).toBe('ok')
  const code = await newestCode(hub, email)
  const confirm = (chosen: string) =>
    hub.call('POST /auth/send-verification-code', { body: { email, code, password: chosen } })
  expect(toOutcome(await confirm('Password1'))).toBe('PASSWORD_COMMON')
  expect(toOutcome(await confirm(password))).toBe('ok')

  const change = (chosen: string) =>
    hub.call('POST /me/password', {
      as: player,
      body: { currentPassword: player.password, password: chosen },
    })
  expect(toOutcome(await change('Password1'))).toBe('PASSWORD_COMMON')
  expect(toOutcome(await change(password))).toBe('ok')
})

test('a common password leaves the reset ticket valid', async ({ hub, player }) => {
  const { email } = player
  const resetTicket = await requestResetTicket(hub, email)
  const activate = (chosen: string) =>
    hub.call('POST /auth/activate-new-password', { body: { email, password: chosen, resetTicket } })
  expect(toOutcome(await activate('Password1'))).toBe('PASSWORD_COMMON')
  expect(toOutcome(await activate(password))).toBe('ok')
})

test('a login with a common password that the account already has works', async ({ hub }) => {
  const account = { email: 'boris@example.org', password: 'Password1', name: 'Boris' }
  await hub.context.accounts.ensureEmailAccount(account)
  const { email, password } = account
  expect(toOutcome(await hub.call('POST /auth/login-by-email', { body: { email, password } }))).toBe('ok')
})

const named = base.extend('hubOptions', { env: { PASSWORD_NAMES: 'Playhub, islandm3' } })

named('a password may not consist of a name of the operator and a little more', async ({ hub }) => {
  const email = 'anna@example.org'
  for (const chosen of ['Playhub2030', '2030PLAYHUB', 'xplayhub1', 'islandM3x'])
    expect(toOutcome(await beginRegistration(hub, email, chosen)), chosen).toBe('PASSWORD_COMMON')
  expect(toOutcome(await beginRegistration(hub, email, 'Playhub7Lantern'))).toBe('ok')
})

base('the sandbox allows common passwords', async ({ hub }) => {
  expect(toOutcome(await beginRegistration(hub, 'anna@example.org', 'Password1'))).toBe('ok')
})
