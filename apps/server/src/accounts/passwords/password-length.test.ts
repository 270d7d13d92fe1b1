import { expect } from 'vitest'
import { test } from '../../../test/support/hub-test.ts'
import { beginRegistration, newestCode, toOutcome } from '../../../test/support/registration.ts'
import type { TestHub } from '../../../test/support/test-hub.ts'
import { readConfig } from '../../config.ts'

const email = 'anna@example.org'
const createPassword = (length: number) => 'Harbour2031'.padEnd(length, 'x')
const raised = test.extend('hubOptions', { env: { PASSWORD_MAX_LENGTH: '64' } })

const tooLong = (field: string) => ({
  status: 400,
  body: { code: 'BODY_INVALID', errors: [{ field, issue: 'PASSWORD_LENGTH' }] },
})

const fetchSettings = async (hub: TestHub) =>
  (await hub.callOk('GET /control/get-initial-config')).data.result.settings

test('without the setting 20 characters are allowed and 21 are refused, at the login too', async ({
  hub,
  player,
}) => {
  expect(toOutcome(await beginRegistration(hub, email, createPassword(20)))).toBe('ok')
  expect(await beginRegistration(hub, 'boris@example.org', createPassword(21))).toMatchObject(
    tooLong('password'),
  )
  const login = { body: { email, password: createPassword(21) } }
  expect(await hub.call('POST /auth/login-by-email', login)).toMatchObject(tooLong('password'))
  const change = { currentPassword: createPassword(21), password: createPassword(20) }
  expect(await hub.call('POST /me/password', { as: player, body: change })).toMatchObject(
    tooLong('currentPassword'),
  )
  expect(await fetchSettings(hub)).not.toContainEqual(expect.objectContaining({ id: 'passwordMaxLength' }))
})

raised('with the setting a password of 64 characters registers and logs in', async ({ hub }) => {
  const password = createPassword(64)
  expect(toOutcome(await beginRegistration(hub, email, password))).toBe('ok')
  const code = await newestCode(hub, email)
  await hub.callOk('POST /auth/send-verification-code', { body: { email, code } })
  expect(toOutcome(await hub.call('POST /auth/login-by-email', { body: { email, password } }))).toBe('ok')
  const shortened = { email, password: createPassword(63) }
  expect(toOutcome(await hub.call('POST /auth/login-by-email', { body: shortened }))).toBe(
    'INVALID_PASSWORD_LOGIN_BY_EMAIL',
  )
  expect(await beginRegistration(hub, 'boris@example.org', createPassword(65))).toMatchObject(
    tooLong('password'),
  )
  expect(await fetchSettings(hub)).toContainEqual({ id: 'passwordMaxLength', value: 64 })
})

test.for(['19', '65', 'long'])('PASSWORD_MAX_LENGTH=%s is refused at the start', (PASSWORD_MAX_LENGTH) => {
  expect(() => readConfig({ HUB_MODE: 'sandbox', PASSWORD_MAX_LENGTH })).toThrow('from 20 to 64')
})
