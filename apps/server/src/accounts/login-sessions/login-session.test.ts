import { expect } from 'vitest'
import { test as ownHubTest } from '../../../test/support/hub-test.ts'
import { toOutcome } from '../../../test/support/registration.ts'
import { test } from '../../../test/support/shared-hub-test.ts'
import type { Player, TestHub } from '../../../test/support/test-hub.ts'
import { createContext } from '../../context.ts'
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts'
import { newLoginSession } from './login-session.ts'
import { insertLoginSession } from './login-session-store.ts'

const email = 'anna@example.org'

async function listSessions(hub: TestHub, player: Player) {
  return (await hub.callOk('GET /me/login-sessions', { as: player })).data.result
}

async function fetchSessionId(hub: TestHub, player: Player): Promise<string> {
  const current = (await listSessions(hub, player)).find(({ isCurrent }) => isCurrent)
  if (!current) throw new Error('The player has no current login session')
  return current.id
}

async function isHeld(hub: TestHub, { jwt }: Player): Promise<boolean> {
  const me = await hub.call('GET /me', { headers: { authorization: `Bearer ${jwt}` } })
  const { data } = await hub.callOk('GET /auth/check/{jwt}', { params: { jwt } })
  expect(toOutcome(me)).toBe(data.result ? 'ok' : 'UNAUTHORIZED')
  return data.result
}

const revoke = (hub: TestHub, as: Player, id: string) =>
  hub.call('POST /me/login-sessions/{id}/revoke', { as, params: { id } })

ownHubTest('login sessions are listed with the current one first, then by last use', async ({ hub }) => {
  await hub.logIn('boris@example.org')
  const players: Player[] = []
  for (let day = 0; day < 3; day++) {
    players.push(await hub.logIn(email))
    hub.clock.advance(DAY_MS)
  }
  const [first, second, third] = players as [Player, Player, Player]
  await hub.callOk('GET /me', { as: second })
  const ids = [
    await fetchSessionId(hub, first),
    await fetchSessionId(hub, second),
    await fetchSessionId(hub, third),
  ]

  const shown = await listSessions(hub, first)
  expect(shown[0]).toEqual({
    id: ids[0],
    authType: 'mail',
    userAgent: 'node',
    createdAt: hub.clock.now() - 3 * DAY_MS,
    lastSeenAt: hub.clock.now(),
    isCurrent: true,
  })
  expect(shown.map(({ isCurrent }) => isCurrent)).toEqual([true, false, false])
  hub.clock.advance(HOUR_MS)
  await hub.callOk('GET /me', { as: second })
  expect((await listSessions(hub, third)).map(({ id }) => id)).toEqual([ids[2], ids[1], ids[0]])
})

ownHubTest('revoked and expired login sessions are not listed', async ({ hub }) => {
  await hub.logIn(email)
  hub.clock.advance(15 * DAY_MS)
  const here = await hub.logIn(email)
  await hub.callOk('POST /auth/logout', { as: await hub.logIn(email) })
  expect(await listSessions(hub, here)).toHaveLength(2)
  hub.clock.advance(15 * DAY_MS)
  expect(await listSessions(hub, here)).toHaveLength(1)
})

test('the login session before the hundred latest ends', async ({ hub }) => {
  const first = await hub.logIn(email)
  const row = () =>
    newLoginSession({ clock: hub.clock, codePepper: '' }, first.userId, 'mail', {
      userAgent: 'node',
      ip: '192.0.2.1',
    })
  for (let count = 0; count < 98; count++) await insertLoginSession(hub.context.db, row())
  await hub.logIn(email)
  expect(await isHeld(hub, first)).toBe(true)
  const latest = await hub.logIn(email)
  expect(await isHeld(hub, first)).toBe(false)
  expect(await listSessions(hub, latest)).toHaveLength(100)
})

test('a player revokes another login session immediately, and repeatedly', async ({ hub }) => {
  const here = await hub.logIn(email)
  const lost = await hub.logIn(email)
  const id = await fetchSessionId(hub, lost)
  expect(toOutcome(await revoke(hub, here, id))).toBe('ok')
  expect(await isHeld(hub, lost)).toBe(false)
  expect(toOutcome(await revoke(hub, here, id))).toBe('ok')
  expect(await isHeld(hub, here)).toBe(true)
  expect(toOutcome(await revoke(hub, here, await fetchSessionId(hub, here)))).toBe('ok')
  expect(await isHeld(hub, here)).toBe(false)
})

test('logging out everywhere revokes all login sessions including the current one', async ({ hub }) => {
  const boris = await hub.logIn('boris@example.org')
  const all = [await hub.logIn(email), await hub.logIn(email), await hub.logIn(email)] as const
  await Promise.all(all.map((player) => isHeld(hub, player)))
  await hub.callOk('POST /me/login-sessions/revoke-all', { as: all[0] })
  expect(await Promise.all(all.map((player) => isHeld(hub, player)))).toEqual([false, false, false])
  expect(await isHeld(hub, boris)).toBe(true)
})

test('another hub on the same database refuses a revoked token at once', async ({ hub }) => {
  const player = await hub.logIn(email)
  const { config, db, log } = hub.context
  const another = (await createContext(config, { clock: hub.clock, log, db })).accounts
  await another.authenticate(player.jwt)
  await hub.callOk('POST /me/login-sessions/revoke-all', { as: player })
  await expect(another.authenticate(player.jwt)).rejects.toThrow('UNAUTHORIZED')
})

test('a token that is revoked during its lookup is refused afterwards', async ({ hub }) => {
  for (let round = 0; round < 5; round++) {
    const here = await hub.logIn(email)
    const lost = await hub.logIn(email)
    const id = (await listSessions(hub, here))[1]?.id as string
    const asking = Array.from({ length: 10 }, () => hub.call('GET /me', { as: lost }))
    await Promise.all([...asking, revoke(hub, here, id)])
    expect(await isHeld(hub, lost)).toBe(false)
  }
})
