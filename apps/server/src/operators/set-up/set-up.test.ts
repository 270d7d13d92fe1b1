import { TOTP } from 'otpauth'
import { expect } from 'vitest'
import { createAuthenticator } from '../../../test/support/accounts/authenticator.ts'
import { test } from '../../../test/support/hub-test.ts'
import {
  addReadyOperator,
  client,
  expectOperator,
  findOperator,
  invite,
  logInOperator,
  operatorPassword,
  setUpByApp,
  toToken,
} from '../../../test/support/operators/operators.ts'
import { emailsTo } from '../../../test/support/registration.ts'
import { readOnHub, runOnHub } from '../../../test/support/run-on-hub.ts'
import type { TestHub } from '../../../test/support/test-hub.ts'
import { DAY_MS } from '../../platform/clock.ts'
import {
  addFirstPasskey,
  confirmApp,
  createPasskeyLoginOptions,
  createPasskeyOptions,
  enterPassword,
  logInByPasskey,
  readSetUp,
  startApp,
  startPasswordLogin,
} from '../index.ts'

const email = 'anna@example.org'
const readStates = (hub: TestHub) => hub.context.db.selectFrom('operators').select('state').execute()

test('access is complete only after password, second factor and recovery codes', async ({ hub }) => {
  const { deps } = hub.context.operators
  const token = await invite(hub, email)
  await expect(startApp(deps, token)).rejects.toMatchObject({ code: 'SET_UP_STEP_MISSING' })
  await expect(createPasskeyOptions(deps, token)).rejects.toMatchObject({ code: 'SET_UP_STEP_MISSING' })
  await enterPassword(deps, token, operatorPassword)
  await expect(confirmApp(deps, token, '123456')).rejects.toMatchObject({ code: 'SET_UP_STEP_MISSING' })
  const { secret } = await startApp(deps, token)
  await expect(
    startPasswordLogin(deps, { email, password: operatorPassword }, client()),
  ).rejects.toMatchObject({ code: 'OPERATOR_LOGIN_REFUSED' })
  expect(await readStates(hub)).toEqual([{ state: 'invited' }])

  const code = new TOTP({ secret }).generate({ timestamp: hub.clock.now() })
  const recoveryCodes = await confirmApp(deps, token, code)
  expect(new Set(recoveryCodes).size).toBe(10)
  expect(await readStates(hub)).toEqual([{ state: 'active' }])
  expect(await hub.context.db.selectFrom('operatorSessions').selectAll().execute()).toEqual([])
  await expect(readSetUp(deps, token)).rejects.toMatchObject({ code: 'OPERATOR_LINK_INVALID' })
  const log = await readOnHub(hub, 'audit')
  expect(log).toMatchObject([
    { action: 'operator.set-up', operator: 'anna', after: { state: 'active', secondFactor: 'app' } },
    { action: 'operator.login-refused', operator: email },
    { action: 'operator.add', operator: 'olga', after: { grants: [{ role: 'owner', project: '*' }] } },
  ])
})

test('a passkey completes a set-up and logs in by itself', async ({ hub }) => {
  const { deps } = hub.context.operators
  const token = await invite(hub, email)
  await enterPassword(deps, token, operatorPassword)
  const authenticator = createAuthenticator(hub)
  const response = authenticator.create(await createPasskeyOptions(deps, token))
  expect(await addFirstPasskey(deps, token, { name: 'Laptop', response })).toHaveLength(10)

  const logIn = async (deviation = {}) =>
    logInByPasskey(deps, authenticator.get(await createPasskeyLoginOptions(deps), deviation), client())
  await expect(logIn({ isUserVerified: false })).rejects.toMatchObject({ code: 'OPERATOR_LOGIN_REFUSED' })
  await expect(logIn({ origin: 'https://evil.example' })).rejects.toMatchObject({
    code: 'OPERATOR_LOGIN_REFUSED',
  })
  const { token: session } = await logIn()
  expect(await expectOperator(hub, session)).toMatchObject({
    operator: { email },
    hasRecentReauthentication: true,
  })
})

test("a player's passkey is worth nothing to an operator", async ({ hub }) => {
  const { deps } = hub.context.operators
  const authenticator = createAuthenticator(hub)
  const token = await invite(hub, email)
  await enterPassword(deps, token, operatorPassword)
  await addFirstPasskey(deps, token, {
    name: 'Laptop',
    response: authenticator.create(await createPasskeyOptions(deps, token)),
  })
  const { data } = await hub.callOk('POST /auth/passkey/options')
  const response = authenticator.get(data.result)
  await expect(logInByPasskey(deps, response, client())).rejects.toMatchObject({
    code: 'OPERATOR_LOGIN_REFUSED',
  })
})

test('weak passwords are refused', async ({ hub }) => {
  const { deps } = hub.context.operators
  const token = await invite(hub, email)
  for (const password of ['short', 'elevenchars', 'x'.repeat(65)])
    await expect(enterPassword(deps, token, password)).rejects.toMatchObject({
      code: 'BODY_INVALID',
      errors: [{ field: 'password', issue: 'PASSWORD_LENGTH' }],
    })
})

test.for([
  ...[
    'unbelievable',
    'aaaaaaaaaaaa',
    'AaAaAaAaAaAa',
    'abababababab',
    'qwe1qwe1qwe1',
    'horsehorsehorse',
    '111222333444',
  ],
  ...[
    'abcdefghijkl',
    '123456789012',
    '0987654321zyxw',
    'qwertyuiopas',
    'password1234',
    '!!Password!!!',
    'яяяяяяяяяяяя',
  ],
])('the weak password %s is refused', async (password, { hub }) => {
  const { deps } = hub.context.operators
  const token = await invite(hub, email)
  await expect(enterPassword(deps, token, password)).rejects.toMatchObject({ code: 'PASSWORD_COMMON' })
})

test.for(['lighthouse at noon', 'тихая гавань 47', 'Xk29vq!mPz4w', 'horsebatterystaple'])(
  'the password %s is accepted',
  async (password, { hub }) => {
    const { deps } = hub.context.operators
    await enterPassword(deps, await invite(hub, email), password)
  },
)

test('a link works for a day, and not after a newer one or a suspension', async ({ hub }) => {
  const { deps } = hub.context.operators
  const first = await invite(hub, email)
  const second = toToken((await runOnHub(hub, `operators link ${email} --json`)).printed)
  await expect(readSetUp(deps, first)).rejects.toMatchObject({ code: 'OPERATOR_LINK_INVALID' })
  expect(await readSetUp(deps, second)).toMatchObject({ purpose: 'set-up', email, isPasswordEntered: false })
  hub.clock.advance(DAY_MS)
  await expect(readSetUp(deps, second)).rejects.toMatchObject({ code: 'OPERATOR_LINK_INVALID' })
  await expect(readSetUp(deps, 'nonsense')).rejects.toMatchObject({ code: 'OPERATOR_LINK_INVALID' })
  const third = toToken((await runOnHub(hub, `operators link ${email} --json`)).printed)
  await runOnHub(hub, `operators suspend ${email} --by olga --reason Left`)
  await expect(enterPassword(deps, third, operatorPassword)).rejects.toMatchObject({
    code: 'OPERATOR_LINK_INVALID',
  })
})

test('the emailed link has its own token and ends with the printed one', async ({ hub }) => {
  const { deps } = hub.context.operators
  const printed = await invite(hub, email, '--role owner --language ru')
  const [received] = await emailsTo(hub, email)
  expect(received?.subject).toContain('Доступ к консоли')
  const [, mailed = ''] = /\/console\/set-up\/([\w-]+)/.exec(received?.text ?? '') ?? []
  expect(mailed).not.toBe(printed)
  await setUpByApp(hub, email, mailed)
  await expect(readSetUp(deps, printed)).rejects.toMatchObject({ code: 'OPERATOR_LINK_INVALID' })
})

test('a reset second factor ends the sessions, and its link asks for the password', async ({ hub }) => {
  const { deps } = hub.context.operators
  const anna = await addReadyOperator(hub)
  const session = await logInOperator(hub, anna)
  const reset = await runOnHub(hub, `operators reset-two-factor ${email} --by olga --reason Lost --json`)
  const token = toToken(reset.printed)
  expect(await findOperator(hub, session)).toBeUndefined()
  await expect(startApp(deps, token)).rejects.toMatchObject({ code: 'SET_UP_STEP_MISSING' })
  await expect(enterPassword(deps, token, 'another password')).rejects.toMatchObject({
    code: 'OPERATOR_LOGIN_REFUSED',
  })
  const again = await setUpByApp(hub, email, token)
  expect(await expectOperator(hub, await logInOperator(hub, again))).toMatchObject({ operator: { email } })
})

test('an unused new link changes nothing for an operator', async ({ hub }) => {
  const { deps } = hub.context.operators
  const anna = await addReadyOperator(hub)
  const token = toToken((await runOnHub(hub, `operators link ${email} --json`)).printed)
  await enterPassword(deps, token, 'a password never used')
  await startApp(deps, token)
  expect(await expectOperator(hub, await logInOperator(hub, anna))).toMatchObject({ operator: { email } })
})

test('expired links are deleted every hour', async ({ hub }) => {
  await invite(hub, email)
  await hub.passTime(DAY_MS + 1)
  expect(await hub.context.db.selectFrom('operatorLinks').selectAll().execute()).toEqual([])
})
