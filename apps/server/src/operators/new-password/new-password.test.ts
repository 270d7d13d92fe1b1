import { TOTP } from 'otpauth'
import { expect } from 'vitest'
import { createAuthenticator } from '../../../test/support/accounts/authenticator.ts'
import { test } from '../../../test/support/hub-test.ts'
import {
  addTestOperator,
  type OperatorClient,
  operatorClient,
} from '../../../test/support/operators/operator-client.ts'
import { emailsTo, wrongCode } from '../../../test/support/registration.ts'
import type { TestHub } from '../../../test/support/test-hub.ts'
import { HOUR_MS } from '../../platform/clock.ts'

const owner = { role: 'owner', project: '*' } as const
const newPassword = 'the tide turns at 4'

const nextCode = (hub: TestHub, { secret }: Pick<OperatorClient, 'secret'>) => {
  hub.clock.advance(30_000)
  return new TOTP({ secret }).generate({ timestamp: hub.clock.now() })
}

async function requestLink(hub: TestHub, email: string): Promise<string[]> {
  await operatorClient(hub, '').callOk('POST /session/forgotten-password', { body: { email } })
  const emails = await emailsTo(hub, email)
  return emails.flatMap(({ text }) => /\/console\/new-password\/([\w-]+)/.exec(text)?.[1] ?? [])
}

const readCode = async (call: Promise<{ body: unknown }>) => ((await call).body as { code?: string }).code

test('a forgotten password is replaced by the emailed link and the two-factor method', async ({ hub }) => {
  const anna = await addTestOperator(hub, owner)
  const anonymous = operatorClient(hub, '')
  const [token = ''] = await requestLink(hub, anna.email.toUpperCase())
  const params = { token }
  expect((await anonymous.callOk('GET /new-password/{token}', { params })).data.result).toMatchObject({
    email: anna.email,
    methods: ['totp', 'recovery-code'],
  })
  const send = (body: object) => anonymous.call('POST /new-password/{token}', { params, body } as never)
  expect(await readCode(send({ password: newPassword }))).toBe('BODY_INVALID')
  expect(await readCode(send({ password: 'aaaaaaaaaaaa', code: '123456' }))).toBe('PASSWORD_COMMON')
  const code = nextCode(hub, anna)
  expect(await readCode(send({ password: newPassword, code: wrongCode(code) }))).toBe(
    'SECOND_FACTOR_CODE_INCORRECT',
  )
  expect((await anna.call('GET /session')).status).toBe(200)

  const done = await send({ password: newPassword, code })
  expect(done.status).toBe(200)
  const cookie = done.headers.get('set-cookie')?.split(';')[0] ?? ''
  expect((await operatorClient(hub, cookie).call('GET /session')).status).toBe(200)
  // The earlier session, the old password and the link are worth nothing.
  expect((await anna.call('GET /session')).status).toBe(401)
  const logIn = (password: string) =>
    anonymous.call('POST /session/password', { body: { email: anna.email, password } })
  expect((await logIn(anna.password)).status).toBe(401)
  expect((await logIn(newPassword)).status).toBe(200)
  expect(await readCode(send({ password: newPassword, code: nextCode(hub, anna) }))).toBe(
    'OPERATOR_LINK_INVALID',
  )
  const subjects = (await emailsTo(hub, anna.email)).map(({ subject }) => subject)
  expect(subjects).toContain('Your password for the Playhub console was changed')
  const audited = (await listAudited(hub)).toSorted((one, other) => one.action.localeCompare(other.action))
  expect(audited).toMatchObject([
    { action: 'operator.change-password', operatorId: anna.id, after: '{"by":"link"}' },
    { action: 'operator.forget-password', operator: 'hub', subject: anna.id },
    { action: 'operator.login', outcome: 'done' },
    { action: 'operator.login-refused', outcome: 'refused' },
    { action: 'operator.login-refused', outcome: 'refused' },
  ])
})

/** The last entries; those of one instant are in no order. */
function listAudited(hub: TestHub) {
  return hub.context.db.selectFrom('auditLog').selectAll().orderBy('id', 'desc').limit(5).execute()
}

test('one of two uses of a link at the same time wins', async ({ hub }) => {
  const anna = await addTestOperator(hub, owner)
  const [token = ''] = await requestLink(hub, anna.email)
  const code = nextCode(hub, anna)
  const send = (password: string) =>
    operatorClient(hub, '').call('POST /new-password/{token}', {
      params: { token },
      body: { password, code },
    })
  const statuses = (await Promise.all([send(newPassword), send(`${newPassword}5`)])).map(
    ({ status }) => status,
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
})

test('unknown, invited and suspended operators get the same response and no email', async ({ hub }) => {
  await addTestOperator(hub, owner)
  const suspended = await addTestOperator(hub, owner)
  await hub.context.db
    .updateTable('operators')
    .set({ state: 'suspended' })
    .where('id', '=', suspended.id)
    .execute()
  for (const email of ['nobody@example.org', suspended.email])
    expect(await requestLink(hub, email)).toEqual([])
  const invalid = operatorClient(hub, '').call('POST /session/forgotten-password', {
    body: { email: 'no\u0000email' },
  })
  expect((await invalid).status).toBe(400)
})

test('requests are limited per email and per IP, whoever it is', async ({ hub }) => {
  const anna = await addTestOperator(hub, owner)
  const anonymous = operatorClient(hub, '')
  const statuses = async (email: string) => {
    const body = { email }
    const calls = [1, 2, 3, 4].map(() => anonymous.call('POST /session/forgotten-password', { body }))
    return (await Promise.all(calls)).map(({ status }) => status).sort()
  }
  expect(await statuses(anna.email)).toEqual([200, 200, 200, 429])
  expect(await statuses('nobody@example.org')).toEqual([200, 200, 200, 429])
  expect(await statuses('another@example.org')).toEqual([200, 200, 429, 429])
  const refused = await anonymous.call('POST /session/forgotten-password', { body: { email: anna.email } })
  expect(refused.body).toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    details: { retryInSeconds: expect.any(Number) },
  })
})

test('a newer link replaces the one before, and each ends after an hour', async ({ hub }) => {
  const anna = await addTestOperator(hub, owner)
  const read = (token: string) =>
    operatorClient(hub, '').call('GET /new-password/{token}', { params: { token } })
  const [first = ''] = await requestLink(hub, anna.email)
  const tokens = await requestLink(hub, anna.email)
  const second = tokens.find((token) => token !== first) ?? ''
  expect((await read(first)).status).toBe(403)
  expect((await read(second)).status).toBe(200)
  hub.clock.advance(HOUR_MS)
  expect((await read(second)).status).toBe(403)
  expect((await read('nonsense-nonsense-nonsense')).status).toBe(403)
})

test("a passkey completes it; another operator's does not", async ({ hub }) => {
  const anna = await addTestOperator(hub, owner)
  const eve = await addTestOperator(hub, owner)
  const withPasskey = async (operator: OperatorClient) => {
    const session = await operator.prove()
    const authenticator = createAuthenticator(hub)
    const { data } = await session.callOk('POST /session/passkeys/options')
    const passkey = authenticator.create(data.result)
    await session.callOk('POST /session/passkeys', { body: { name: 'Laptop', passkey } })
    return authenticator
  }
  const [own, foreign] = [await withPasskey(anna), await withPasskey(eve)]
  const [token = ''] = await requestLink(hub, anna.email)
  const params = { token }
  const send = async (authenticator: typeof own) => {
    const { data } = await operatorClient(hub, '').callOk('POST /new-password/{token}/passkey/options', {
      params,
    })
    const body = { password: newPassword, passkey: authenticator.get(data.result) }
    return operatorClient(hub, '').call('POST /new-password/{token}', { params, body })
  }
  expect(await readCode(send(foreign))).toBe('PASSKEY_NOT_ACCEPTED')
  expect((await send(own)).status).toBe(200)
})

test('the password is changed by the present one, which ends the other sessions', async ({ hub }) => {
  const anna = await addTestOperator(hub, owner)
  const current = await anna.prove()
  const logged = await operatorClient(hub, '').callOk('POST /session/password', { body: anna })
  const code = nextCode(hub, anna)
  const other = await operatorClient(hub, '').call('POST /session/code', {
    body: { ticket: logged.data.result.ticket, code },
  })
  const second = operatorClient(hub, other.headers.get('set-cookie')?.split(';')[0] ?? '')
  const change = (body: { password: string; newPassword: string }) =>
    current.call('POST /session/change-password', { body })
  expect(await readCode(change({ password: 'not this one', newPassword }))).toBe(
    'OPERATOR_PASSWORD_INCORRECT',
  )
  expect(await readCode(change({ password: anna.password, newPassword: 'zzzzzzzzzzzz' }))).toBe(
    'PASSWORD_COMMON',
  )
  expect((await second.call('GET /session')).status).toBe(200)
  expect((await change({ password: anna.password, newPassword })).status).toBe(200)
  expect((await second.call('GET /session')).status).toBe(401)
  expect((await current.call('GET /session')).status).toBe(200)
  hub.clock.advance(11 * 60_000)
  expect(await readCode(change({ password: newPassword, newPassword: anna.password }))).toBe('PROOF_REQUIRED')
})

test('operators set their name and language, and end their other sessions', async ({ hub }) => {
  const anna = await addTestOperator(hub, owner)
  const set = (name: string) => anna.call('PUT /session/profile', { body: { name, language: 'ru' } })
  expect((await set('  Анна К. ')).body).toMatchObject({
    data: { result: { name: 'Анна К.', language: 'ru' } },
  })
  for (const name of ['', '   ', 'a\u0000b', 'a\nb', 'a\u202eb', 'x'.repeat(81)])
    expect((await set(name)).status).toBe(400)
  const { data } = await anna.callOk('GET /audit', { query: { action: 'operator.change-name' } })
  expect(data.result).toMatchObject([{ before: '{"name":"Olga"}', subjectName: 'Анна К.' }])
  const ended = await anna.callOk('POST /session/end-others')
  expect(ended.data.result).toEqual({ ended: 0 })
})
