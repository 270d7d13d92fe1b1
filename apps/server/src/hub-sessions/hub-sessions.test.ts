import { expect } from 'vitest'
import { gameServerClient } from '../../test/support/game-server-client.ts'
import { test as ownHubTest } from '../../test/support/hub-test.ts'
import { beginRegistration, newestCode } from '../../test/support/registration.ts'
import { test } from '../../test/support/shared-hub-test.ts'
import { type Player, startTestHub, type TestHub } from '../../test/support/test-hub.ts'
import { DAY_MS, HOUR_MS } from '../platform/clock.ts'
import type { HubSessionRow } from './tables.ts'

const lifeMs = 30 * DAY_MS

async function openSession(hub: TestHub, body: object = {}): Promise<string> {
  return (await hub.callOk('POST /session/get', { body })).session
}

/** The hub session in a login response. */
async function sessionAfterLogin(hub: TestHub, { email, password }: Player, session: string) {
  const { data } = await hub.callOk('POST /auth/login-by-email', {
    body: { email, password },
    headers: { session },
  })
  return data.result.session
}

function getRow(hub: TestHub, id: string): Promise<HubSessionRow> {
  return hub.context.db.selectFrom('hubSessions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

test('a game opens a hub session and gets the login URL for its player', async ({ hub }) => {
  const request = {
    iid: 'installation 7',
    uid: 'игрок-1',
    platformId: 'android',
    source: 'mobile',
    locale: 'de',
    project: 'islandm3',
  } as const
  const { loginUrl, session } = await hub.callOk('POST /session/get', { body: request })
  expect(loginUrl).toBe(`${hub.url}/session/login/${session}/mobile/de/islandm3`)
  expect(Buffer.from(session, 'base64url')).toHaveLength(24)
  expect(await getRow(hub, session)).toEqual({
    ...request,
    id: session,
    playerId: null,
    createdAt: hub.clock.now(),
    expiresAt: hub.clock.now() + HOUR_MS,
    attachedAt: null,
  })
})

test('each request opens a new session, even with equal parameters', async ({ hub }) => {
  const request = { iid: '1', uid: '2', platformId: '3', project: 'islandm3' }
  const sessions = await Promise.all(Array.from({ length: 10 }, () => openSession(hub, request)))
  expect(new Set(sessions).size).toBe(10)
})

test('missing or empty fields are taken from the headers, and then from the host', async () => {
  const hub = await startTestHub({ env: { TRUST_PROXY: 'true' } })
  const pathFor = async (body: object, headers: Record<string, string> = {}) => {
    const { loginUrl, session } = await hub.callOk('POST /session/get', { body, headers })
    return loginUrl.replace(hub.url, '').replace(session, 'S')
  }
  expect(await pathFor({})).toBe('/session/login/S/web/en/playhub')
  const empty = { source: '', locale: '', project: '', iid: '', uid: '', platformId: '' }
  expect(await pathFor(empty)).toBe('/session/login/S/web/en/playhub')
  const headers = { source: 'mobile', locale: 'ru', project: 'familytown' }
  expect(await pathFor({}, headers)).toBe('/session/login/S/mobile/ru/familytown')
  const body = { source: 'web', locale: 'fr', project: 'playhub' }
  expect(await pathFor(body, headers)).toBe('/session/login/S/web/fr/playhub')
  const host = { 'x-forwarded-host': 'www.islandm3.com' }
  expect(await pathFor({}, host)).toBe('/session/login/S/web/en/islandm3')
})

ownHubTest('an unknown project and invalid fields are refused', async ({ hub }) => {
  const refused = async (body: object, headers?: Record<string, string>) => {
    const response = await hub.call('POST /session/get', { body, headers })
    return response.ok ? 'ok' : (response.body.errors?.map(({ field }) => field).join() ?? response.body.code)
  }
  expect(await refused({ project: 'nowhere' })).toBe('PROJECT_NOT_FOUND')
  expect(await refused({}, { project: 'nowhere' })).toBe('PROJECT_NOT_FOUND')
  expect(await refused({ source: 'fridge' })).toBe('source')
  expect(await refused({ locale: 'xx' })).toBe('locale')
  expect(await refused({ uid: 'a\u0000b' })).toBe('uid')
  expect(await refused({ iid: 'x'.repeat(129) })).toBe('iid')
  expect(await refused({ platformId: 5 })).toBe('platformId')
  expect(await hub.context.db.selectFrom('hubSessions').selectAll().execute()).toEqual([])
})

test('logging in with a hub session attaches the player to it', async ({ hub, player }) => {
  const session = await openSession(hub)
  expect(await sessionAfterLogin(hub, player, session)).toBe(session)
  expect(await getRow(hub, session)).toMatchObject({
    playerId: player.userId,
    attachedAt: hub.clock.now(),
  })
})

test('registering with a hub session attaches the new player', async ({ hub }) => {
  const session = await openSession(hub)
  const email = 'anna@example.org'
  await beginRegistration(hub, email)
  const body = { email, code: await newestCode(hub, email) }
  const { data } = await hub.callOk('POST /auth/send-verification-code', { body, headers: { session } })
  expect(data.result.session).toBe(session)
  expect((await getRow(hub, session)).playerId).toBe(data.result.userId)
})

test('an unknown or expired session is ignored, and the login succeeds', async ({ hub, player }) => {
  const session = await openSession(hub)
  for (const unknown of ['', 'unknown', "'; drop table accounts", 'x'.repeat(1000)]) {
    expect(await sessionAfterLogin(hub, player, unknown)).toBe('')
  }
  expect(await sessionAfterLogin(hub, player, session)).toBe(session)
  hub.clock.advance(lifeMs - 1)
  expect(await sessionAfterLogin(hub, player, session)).toBe(session)
  hub.clock.advance(1)
  expect(await sessionAfterLogin(hub, player, session)).toBe('')
})

ownHubTest(
  'a session stays with its first player, and a second one is refused and logged',
  async ({ hub }) => {
    const [anna, boris] = [await hub.logIn(), await hub.logIn()]
    const session = await openSession(hub)
    expect(await sessionAfterLogin(hub, anna, session)).toBe(session)
    expect(await sessionAfterLogin(hub, anna, session)).toBe(session)
    expect(hub.logs()).not.toContain('Hub session of another player')
    expect(await sessionAfterLogin(hub, boris, session)).toBe('')
    expect((await getRow(hub, session)).playerId).toBe(anna.userId)
    expect(hub.logs()).toContain('Hub session of another player refused')
    expect(hub.logs()).not.toContain(session)
  },
)

test("a session in a link to another page than its project's login screen is not attached", async ({
  hub,
  player,
}) => {
  const session = await openSession(hub, { project: 'islandm3' })
  const logIn = async (project: string) =>
    (
      await hub.callOk('POST /auth/login-by-email', {
        body: { email: player.email, password: player.password },
        headers: { session, project },
      })
    ).data.result.session
  const order = { playerId: undefined, session, itemId: 'islandm3-hints' }
  const orderByServer = () => gameServerClient(hub).getOutcome('POST /payments', { body: order })
  expect(await logIn('playhub')).toBe(session)
  expect((await getRow(hub, session)).playerId).toBeNull()
  expect(await orderByServer()).toBe('SESSION_NOT_SIGNED_IN')
  expect(await logIn('islandm3')).toBe(session)
  expect((await getRow(hub, session)).playerId).toBe(player.userId)
  expect(await orderByServer()).toBe('ok')
})

test('of two players who log in with one session at the same time, one has it', async ({ hub }) => {
  const players = await Promise.all([hub.logIn(), hub.logIn(), hub.logIn(), hub.logIn()])
  const session = await openSession(hub)
  const sessions = await Promise.all(players.map((player) => sessionAfterLogin(hub, player, session)))
  const owners = players.filter((_, place) => sessions[place] === session)
  expect(owners.map(({ userId }) => userId)).toEqual([(await getRow(hub, session)).playerId])
})

test('expired sessions are deleted', async ({ hub, player }) => {
  await sessionAfterLogin(hub, player, await openSession(hub))
  hub.clock.advance(HOUR_MS)
  const younger = await openSession(hub)
  await sessionAfterLogin(hub, player, younger)
  await hub.passTime(lifeMs - HOUR_MS)
  const kept = await hub.context.db.selectFrom('hubSessions').select('id').execute()
  expect(kept).toEqual([{ id: younger }])
})
