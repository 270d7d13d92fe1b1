import { expect } from 'vitest'
import { createAuthenticator } from '../../../test/support/accounts/authenticator.ts'
import { test } from '../../../test/support/hub-test.ts'
import {
  addReadyOperator,
  client,
  expectOperator,
  invite,
  logInOperator,
  operatorPassword,
} from '../../../test/support/operators/operators.ts'
import { wrongCode } from '../../../test/support/registration.ts'
import { readOnHub, runOnHub } from '../../../test/support/run-on-hub.ts'
import type { TestHub } from '../../../test/support/test-hub.ts'
import { HOUR_MS, MINUTE_MS } from '../../platform/clock.ts'
import { hashEmail } from '../../platform/limits/counter-store.ts'
import {
  addFirstPasskey,
  completePasswordLogin,
  createPasskeyLoginOptions,
  createPasskeyOptions,
  enterPassword,
  logInByPasskey,
  startPasswordLogin,
} from '../index.ts'

const email = 'anna@example.org'

const start = (hub: TestHub, form: Partial<{ email: string; password: string }> = {}, ip?: string) =>
  startPasswordLogin(hub.context.operators.deps, { email, password: operatorPassword, ...form }, client(ip))
const complete = (hub: TestHub, ticket: string, code: string, ip?: string) =>
  completePasswordLogin(hub.context.operators.deps, { ticket, code }, client(ip))
const audited = async (hub: TestHub, action: string) => {
  const log = (await readOnHub(hub, 'audit')) as { action: string }[]
  return log.filter((entry) => entry.action === action)
}

test('password and app code log in, and neither works alone', async ({ hub }) => {
  const anna = await addReadyOperator(hub)
  const { ticket, methods } = await start(hub, { email: ' Anna@Example.org' })
  expect(methods).toEqual(['totp', 'recovery-code'])
  await expect(complete(hub, ticket, wrongCode(anna.appCode()))).rejects.toMatchObject({
    code: 'SECOND_FACTOR_CODE_INCORRECT',
  })
  await expect(complete(hub, `${ticket}x`, anna.appCode())).rejects.toMatchObject({
    code: 'SECOND_FACTOR_TICKET_INVALID',
  })
  const { token } = await complete(hub, ticket, anna.appCode())
  expect(await expectOperator(hub, token)).toMatchObject({
    operator: { email, name: 'anna' },
    grants: [{ role: 'owner', project: '*' }],
    hasRecentReauthentication: true,
  })
  expect(await audited(hub, 'operator.login')).toMatchObject([
    { operator: 'anna', after: { method: 'code' } },
  ])
})

test('neither a code nor a ticket works twice', async ({ hub }) => {
  const anna = await addReadyOperator(hub)
  const [one, other] = [await start(hub), await start(hub)]
  await complete(hub, one.ticket, anna.appCode())
  await expect(complete(hub, one.ticket, anna.recoveryCodes[0] ?? '')).rejects.toMatchObject({
    code: 'SECOND_FACTOR_TICKET_INVALID',
  })
  await expect(complete(hub, other.ticket, anna.appCode())).rejects.toMatchObject({
    code: 'SECOND_FACTOR_CODE_INCORRECT',
  })
  const [code = ''] = anna.recoveryCodes
  await complete(hub, other.ticket, code.toLowerCase())
  await expect(complete(hub, (await start(hub)).ticket, code)).rejects.toMatchObject({
    code: 'SECOND_FACTOR_CODE_INCORRECT',
  })
})

test('an unknown email, a wrong password and a suspended operator get the same refusal', async ({ hub }) => {
  await addReadyOperator(hub)
  await addReadyOperator(hub, 'boris@example.org', '--role support')
  await invite(hub, 'clara@example.org')
  await runOnHub(hub, 'operators suspend boris@example.org --by olga --reason Left')
  const forms = [
    { email: 'nobody@example.org' },
    { password: 'another password' },
    { email: 'boris@example.org' },
    { email: 'clara@example.org' },
  ]
  for (const form of forms) {
    const refusal = await start(hub, form).catch((error) => error)
    expect([refusal.code, refusal.details]).toEqual(['OPERATOR_LOGIN_REFUSED', undefined])
  }
  const refused = await audited(hub, 'operator.login-refused')
  expect(refused.map((entry) => (entry as unknown as { operator: string }).operator).toSorted()).toEqual([
    'anna@example.org',
    'boris@example.org',
    'clara@example.org',
    'unknown',
  ])
})

test('guessing records one refusal a minute', async ({ hub }) => {
  await addReadyOperator(hub)
  const guess = () => start(hub, { password: 'another password' }).catch(() => {})
  await guess()
  await guess()
  expect(await audited(hub, 'operator.login-refused')).toHaveLength(1)
  hub.clock.advance(MINUTE_MS)
  await guess()
  expect(await audited(hub, 'operator.login-refused')).toHaveLength(2)
})

test('wrong passwords lock one network for an hour, and no other way to log in', async ({ hub }) => {
  const anna = await addReadyOperator(hub)
  const attack = () => start(hub, { password: 'another password' }, '198.51.100.1')
  for (let count = 0; count < 5; count++)
    await expect(attack()).rejects.toMatchObject({ code: 'OPERATOR_LOGIN_REFUSED' })
  await expect(attack()).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    details: { retryInSeconds: 3600 },
  })
  await expect(start(hub, {}, '198.51.100.1')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  await expectOperator(hub, await logInOperator(hub, anna))
  hub.clock.advance(HOUR_MS)
  await start(hub, {}, '198.51.100.1')
})

/** Simulates passwords from other networks. */
async function setPasswords(hub: TestHub, email: string, count: number): Promise<void> {
  const subject = `operator passwords of ${hashEmail(email)}`
  const updated = hub.context.db.updateTable('counters').set({ count }).where('subject', '=', subject)
  expect(await updated.returning('subject').execute()).toHaveLength(1)
}

test('fifty passwords an hour are accepted for an email from all networks, unknown or not, but for its own', async ({
  hub,
}) => {
  const anna = await addReadyOperator(hub)
  await start(hub, {}, '203.0.113.9').then(({ ticket }) =>
    complete(hub, ticket, anna.appCode(), '203.0.113.9'),
  )
  for (const email of ['anna@example.org', 'nobody@example.org']) {
    const guess = (network: number) =>
      start(hub, { email, password: 'another password' }, `198.51.${network}.1`)
    await expect(guess(0)).rejects.toMatchObject({ code: 'OPERATOR_LOGIN_REFUSED' })
    await setPasswords(hub, email, 49)
    await expect(guess(1)).rejects.toMatchObject({ code: 'OPERATOR_LOGIN_REFUSED' })
    await expect(guess(2)).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      details: { retryInSeconds: 3600 },
    })
  }
  await expect(start(hub, {}, '198.51.100.1')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  await start(hub, {}, '203.0.113.9')
  hub.clock.advance(HOUR_MS)
  await start(hub, {}, '198.51.100.1')
})

test('an unknown email is limited like a known one', async ({ hub }) => {
  const guess = () => start(hub, { email: 'nobody@example.org' })
  for (let count = 0; count < 5; count++)
    await expect(guess()).rejects.toMatchObject({ code: 'OPERATOR_LOGIN_REFUSED' })
  await expect(guess()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
})

test('ten wrong codes an hour stop app codes of all networks, not recovery codes', async ({ hub }) => {
  const anna = await addReadyOperator(hub)
  for (let count = 0; count < 10; count++) {
    const ip = `198.51.100.${count}`
    const { ticket } = await start(hub, {}, ip)
    await expect(complete(hub, ticket, wrongCode(anna.appCode()), ip)).rejects.toMatchObject({
      code: 'SECOND_FACTOR_CODE_INCORRECT',
    })
  }
  const { ticket } = await start(hub)
  await expect(complete(hub, ticket, anna.appCode())).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  const { token } = await complete(hub, ticket, anna.recoveryCodes[0] ?? '')
  await expectOperator(hub, token)
})

test('a passkey logs in while passwords and codes are locked', async ({ hub }) => {
  const { deps } = hub.context.operators
  const token = await invite(hub, email)
  await enterPassword(deps, token, operatorPassword)
  const authenticator = createAuthenticator(hub)
  const response = authenticator.create(await createPasskeyOptions(deps, token))
  await addFirstPasskey(deps, token, { name: 'Laptop', response })
  for (let count = 0; count < 6; count++) await start(hub, { password: 'another password' }).catch(() => {})
  const assertion = authenticator.get(await createPasskeyLoginOptions(deps))
  const loggedIn = await logInByPasskey(deps, assertion, client())
  await expectOperator(hub, loggedIn.token)
  await expect(logInByPasskey(deps, assertion, client())).rejects.toMatchObject({
    code: 'OPERATOR_LOGIN_REFUSED',
  })
})

test('the console exists once an owner is added', async ({ hub }) => {
  const { operators } = hub.context
  expect(await operators.hasOwner()).toBe(false)
  await invite(hub, 'boris@example.org', '--role support')
  hub.clock.advance(MINUTE_MS)
  expect(await operators.hasOwner()).toBe(false)
  await invite(hub, email)
  hub.clock.advance(MINUTE_MS)
  expect(await operators.hasOwner()).toBe(true)
})
