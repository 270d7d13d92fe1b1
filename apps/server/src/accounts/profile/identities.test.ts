import { type AuthMethod, authMethods } from '@playhub/contract'
import { expect } from 'vitest'
import { test } from '../../../test/support/hub-test.ts'
import { register, toOutcome } from '../../../test/support/registration.ts'
import type { Player, TestHub } from '../../../test/support/test-hub.ts'

const email = 'anna@example.org'

/** Links identities directly in the database. */
async function link(hub: TestHub, player: Player, ...providers: AuthMethod[]): Promise<void> {
  await hub.context.db
    .insertInto('identities')
    .values(
      providers.map((provider) => ({
        provider,
        subject: `${provider} of ${player.userId}`,
        accountId: player.userId,
        label: provider === 'telegram' ? null : `Anna of ${provider}`,
        createdAt: hub.clock.now(),
      })),
    )
    .execute()
}

const unlink = (hub: TestHub, as: Player, provider: AuthMethod) =>
  hub.call('POST /me/identities/unlink', { as, body: { provider } })

async function listProviders(hub: TestHub, player: Player): Promise<AuthMethod[]> {
  const { data } = await hub.callOk('GET /me/identities', { as: player })
  return data.result.map(({ provider }) => provider)
}

test('identities are listed in the order in which they were linked', async ({ hub }) => {
  const player = await hub.logIn(email)
  const begun = hub.clock.now()
  hub.clock.advance(1)
  await link(hub, player, 'telegram')
  await link(hub, await hub.logIn('boris@example.org'), 'google')
  const { data } = await hub.callOk('GET /me/identities', { as: player })
  expect(data.result).toEqual([
    { provider: 'mail', label: email, linkedAt: begun },
    { provider: 'telegram', label: null, linkedAt: begun + 1 },
  ])
})

test("unlinking removes an identity from the player's own account only", async ({ hub }) => {
  const [anna, boris] = [await hub.logIn(email), await hub.logIn()]
  await link(hub, anna, 'google', 'vk')
  await link(hub, boris, 'google')
  const response = await hub.callOk('POST /me/identities/unlink', { as: anna, body: { provider: 'google' } })
  expect(response.data.result.map(({ provider }) => provider)).toEqual(['mail', 'vk'])
  expect(await listProviders(hub, anna)).toEqual(['mail', 'vk'])
  expect((await listProviders(hub, boris)).toSorted()).toEqual(['google', 'mail'])
  expect(toOutcome(await unlink(hub, anna, 'google'))).toBe('IDENTITY_NOT_FOUND')
})

test('unlinking mail deletes the password and frees the address', async ({ hub }) => {
  const player = await hub.logIn(email)
  await link(hub, player, 'google')
  expect(toOutcome(await unlink(hub, player, 'mail'))).toBe('ok')
  expect((await hub.callOk('GET /me', { as: player })).data.result.hasPassword).toBe(false)
  expect(await hub.context.db.selectFrom('credentials').selectAll().execute()).toEqual([])
  const { password } = player
  const login = await hub.call('POST /auth/login-by-email', { body: { email, password } })
  expect(toOutcome(login)).toBe('USER_NOT_EXIST_LOGIN_BY_EMAIL')
  expect((await register(hub, email)).userId).not.toBe(player.userId)
})

test('twenty concurrent unlinks of seven identities leave one', async ({ hub }) => {
  const player = await hub.logIn(email)
  await link(hub, player, 'google', 'apple', 'vk', 'yandex', 'telegram', 'facebook')
  const requested = Array.from(
    { length: 20 },
    (_, index) => authMethods[index % authMethods.length] as AuthMethod,
  )
  const codes = (await Promise.all(requested.map((provider) => unlink(hub, player, provider)))).map(toOutcome)
  expect(codes.filter((code) => code === 'ok')).toHaveLength(6)
  expect(codes.every((code) => ['ok', 'IDENTITY_NOT_FOUND', 'IDENTITY_IS_LAST'].includes(code))).toBe(true)
  expect(await listProviders(hub, player)).toHaveLength(1)
})
