import { expect } from 'vitest'
import { type Authenticator, createAuthenticator } from '../../../test/support/accounts/authenticator.ts'
import { toOutcome } from '../../../test/support/registration.ts'
import { test as base } from '../../../test/support/shared-hub-test.ts'
import type { Player, TestHub } from '../../../test/support/test-hub.ts'
import { MINUTE_MS } from '../../platform/clock.ts'

const test = base.extend('authenticator', ({ hub }) => createAuthenticator(hub))

async function creationOptions(hub: TestHub, as: Player) {
  return (await hub.callOk('POST /me/passkeys/options', { as })).data.result
}

async function requestOptions(hub: TestHub) {
  return (await hub.callOk('POST /auth/passkey/options')).data.result
}

async function add(hub: TestHub, as: Player, authenticator: Authenticator, name = 'My phone') {
  const response = authenticator.create(await creationOptions(hub, as))
  return (await hub.callOk('POST /me/passkeys', { as, body: { name, response } })).data.result
}

const login = (hub: TestHub, response: ReturnType<Authenticator['get']>) =>
  hub.call('POST /auth/passkey/login', { body: { response } })

const listPasskeys = async (hub: TestHub, as: Player) =>
  (await hub.callOk('GET /me/passkeys', { as })).data.result

test('a player adds a passkey and logs in with it, without an address', async ({
  hub,
  player,
  authenticator,
}) => {
  const passkey = await add(hub, player, authenticator)
  expect(passkey).toEqual({
    id: expect.any(String),
    name: 'My phone',
    createdAt: hub.clock.now(),
    lastUsedAt: null,
    isSynced: false,
  })
  hub.clock.advance(MINUTE_MS)
  const response = await login(hub, authenticator.get(await requestOptions(hub)))
  expect(response.body).toMatchObject({
    data: { result: { userId: player.userId, currentAuthType: 'passkey', nickName: 'Test' } },
  })
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await listPasskeys(hub, player)).toEqual([{ ...passkey, lastUsedAt: hub.clock.now() }])
  const sessions = await hub.callOk('GET /me/login-sessions', { as: player })
  expect(sessions.data.result.map(({ authType }) => authType).toSorted()).toEqual(['mail', 'passkey'])
})

test('the options ask for a discoverable passkey and for user verification', async ({ hub, player }) => {
  expect(await creationOptions(hub, player)).toMatchObject({
    rp: { id: '127.0.0.1', name: 'Playhub' },
    user: { name: player.email, displayName: 'Test' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestation: 'none',
    excludeCredentials: [],
  })
  const options = await requestOptions(hub)
  expect(options).toMatchObject({ rpId: '127.0.0.1', userVerification: 'required' })
  expect(options).not.toHaveProperty('allowCredentials.0')
})

test('an account with a passkey excludes it from the next one', async ({ hub, player, authenticator }) => {
  await add(hub, player, authenticator)
  expect(await creationOptions(hub, player)).toMatchObject({
    excludeCredentials: [{ type: 'public-key', transports: ['internal'] }],
  })
})

const deviations = {
  'with a challenge that the hub did not issue': { challenge: Buffer.alloc(56, 7).toString('base64url') },
  'with a challenge that is not one': { challenge: 'x' },
  'from another origin': { origin: 'https://evil.example' },
  'for another site': { rpId: 'evil.example' },
  'from a cross-origin frame': { crossOrigin: true },
  'without user verification': { isUserVerified: false },
}

test.for(Object.entries(deviations))(
  'a passkey %s is not added',
  async ([, deviation], { hub, player, authenticator }) => {
    const response = authenticator.create(await creationOptions(hub, player), deviation)
    const result = await hub.call('POST /me/passkeys', { as: player, body: { name: 'x', response } })
    expect(toOutcome(result)).toBe('PASSKEY_NOT_ACCEPTED')
    expect(await listPasskeys(hub, player)).toEqual([])
  },
)

test.for(
  Object.entries({
    ...deviations,
    'of a clone that repeats an old counter': { counter: 1 },
    'that names another player': { userHandle: Buffer.from('somebody').toString('base64url') },
  }),
)('a login %s is refused', async ([, deviation], { hub, player, authenticator }) => {
  await add(hub, player, authenticator)
  const response = authenticator.get(await requestOptions(hub), deviation)
  expect(await login(hub, response)).toMatchObject({ status: 401, body: { code: 'PASSKEY_NOT_ACCEPTED' } })
})

test('a login with a forged signature is refused', async ({ hub, player, authenticator }) => {
  await add(hub, player, authenticator)
  const response = authenticator.get(await requestOptions(hub))
  const other = createAuthenticator(hub).get(await requestOptions(hub), { userHandle: 'x' })
  response.response.signature = other.response.signature
  expect(toOutcome(await login(hub, response))).toBe('PASSKEY_NOT_ACCEPTED')
})

test('a challenge works once, also for twenty concurrent logins', async ({ hub, player }) => {
  const authenticator = createAuthenticator(hub, { counts: false })
  await add(hub, player, authenticator)
  const response = authenticator.get(await requestOptions(hub))
  const responses = await Promise.all(Array.from({ length: 20 }, () => login(hub, response)))
  expect(responses.filter(({ ok }) => ok)).toHaveLength(1)
  expect(new Set(responses.filter(({ ok }) => !ok).map(toOutcome))).toEqual(new Set(['PASSKEY_NOT_ACCEPTED']))
  const { length } = (await hub.callOk('GET /me/login-sessions', { as: player })).data.result
  expect(length).toBe(2)
})

test('a challenge is valid for five minutes', async ({ hub, player, authenticator }) => {
  await add(hub, player, authenticator)
  const response = authenticator.get(await requestOptions(hub))
  hub.clock.advance(5 * MINUTE_MS)
  expect(toOutcome(await login(hub, response))).toBe('PASSKEY_NOT_ACCEPTED')
})

test('a challenge to log in adds no passkey, nor does one of another login session', async ({
  hub,
  player,
  authenticator,
}) => {
  const user = { id: Buffer.from(player.userId).toString('base64url') }
  const elsewhere = { ...player, ...(await hub.logIn(player.email)) }
  for (const { challenge } of [await requestOptions(hub), await creationOptions(hub, elsewhere)]) {
    const options = { challenge, user }
    const body = { name: 'x', response: authenticator.create(options) }
    expect(toOutcome(await hub.call('POST /me/passkeys', { as: player, body }))).toBe('PASSKEY_NOT_ACCEPTED')
  }
})

test('an authenticator can be added to one account only', async ({ hub, player, authenticator }) => {
  await add(hub, player, authenticator)
  const other = await hub.logIn()
  const response = authenticator.create(await creationOptions(hub, other))
  const result = await hub.call('POST /me/passkeys', { as: other, body: { name: 'x', response } })
  expect(result).toMatchObject({ status: 409, body: { code: 'PASSKEY_EXISTS' } })
})

test('an account has at most twenty passkeys', async ({ hub, player }) => {
  for (let count = 1; count <= 20; count++) await add(hub, player, createAuthenticator(hub), `Key ${count}`)
  expect(toOutcome(await hub.call('POST /me/passkeys/options', { as: player }))).toBe('PASSKEYS_TOO_MANY')
  expect((await listPasskeys(hub, player)).map(({ name }) => name).slice(0, 2)).toEqual(['Key 1', 'Key 2'])
})

test('a player renames and removes passkeys of their own account only', async ({
  hub,
  player,
  authenticator,
}) => {
  const { id } = await add(hub, player, authenticator)
  const attacker = await hub.logIn()
  const rename = (as: Player, name: string) =>
    hub.call('POST /me/passkeys/{id}/rename', { as, params: { id }, body: { name } })
  const remove = (as: Player) => hub.call('POST /me/passkeys/{id}/remove', { as, params: { id } })
  expect(toOutcome(await rename(attacker, 'Mine'))).toBe('PASSKEY_NOT_FOUND')
  expect(toOutcome(await remove(attacker))).toBe('PASSKEY_NOT_FOUND')
  expect((await rename(player, '  Laptop ')).body).toMatchObject({ data: { result: { id, name: 'Laptop' } } })
  expect((await rename(player, ' ')).body).toMatchObject({
    errors: [{ field: 'name', issue: 'PASSKEY_NAME_INVALID' }],
  })
  expect(toOutcome(await remove(player))).toBe('ok')
  expect(toOutcome(await remove(player))).toBe('PASSKEY_NOT_FOUND')
  const response = await login(hub, authenticator.get(await requestOptions(hub)))
  expect(response).toMatchObject({ status: 404, body: { code: 'PASSKEY_NOT_FOUND' } })
})

test('the data export lists passkeys without their keys', async ({ hub, player, authenticator }) => {
  const passkey = await add(hub, player, authenticator)
  const { sections } = await hub.callOk('GET /me/export', { as: player })
  expect(sections.passkeys).toEqual([passkey])
  expect(sections.accountChanges).toEqual([
    { kind: 'passkey-added', createdAt: hub.clock.now(), undoneAt: null },
  ])
})
