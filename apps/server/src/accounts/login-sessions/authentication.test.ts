import { expect } from 'vitest'
import { test } from '../../../test/support/hub-test.ts'
import { toOutcome } from '../../../test/support/registration.ts'
import type { TestHub } from '../../../test/support/test-hub.ts'
import { DAY_MS, SECOND_MS } from '../../platform/clock.ts'
import type { LoginSessionRow } from '../tables.ts'
import { createLoginTokens } from './login-tokens.ts'

const meWith = (hub: TestHub, token: string) =>
  hub.call('GET /me', { headers: { authorization: `Bearer ${token}` } })

async function isHeld(hub: TestHub, jwt: string): Promise<boolean> {
  const { data } = await hub.callOk('GET /auth/check/{jwt}', { params: { jwt } })
  return data.result
}

const parseClaims = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString('utf8'))

async function onlySession(hub: TestHub): Promise<LoginSessionRow> {
  return hub.context.db.selectFrom('loginSessions').selectAll().executeTakeFirstOrThrow()
}

test('a token contains its player, login session and expiry', async ({ hub, player }) => {
  const now = hub.clock.now() / SECOND_MS
  expect(parseClaims(player.jwt)).toEqual({
    iss: hub.context.config.http.publicUrl,
    aud: 'playhub',
    sub: player.userId,
    sid: (await onlySession(hub)).id,
    jti: expect.any(String),
    iat: now,
    exp: now + (30 * DAY_MS) / SECOND_MS,
  })
  expect(await isHeld(hub, player.jwt)).toBe(true)
})

test('logging out revokes the token immediately, and only that one', async ({ hub }) => {
  const player = await hub.logIn('anna@example.org')
  const other = await hub.logIn('anna@example.org')
  await hub.callOk('GET /me', { as: player })
  await hub.callOk('POST /auth/logout', { as: player })
  expect(await meWith(hub, player.jwt)).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } })
  expect(await isHeld(hub, player.jwt)).toBe(false)
  expect(toOutcome(await hub.call('POST /auth/logout', { as: player }))).toBe('UNAUTHORIZED')
  expect(await isHeld(hub, other.jwt)).toBe(true)
})

test('a token expires after thirty days', async ({ hub, player }) => {
  hub.clock.advance(30 * DAY_MS - SECOND_MS)
  expect(await isHeld(hub, player.jwt)).toBe(true)
  hub.clock.advance(SECOND_MS)
  expect(await isHeld(hub, player.jwt)).toBe(false)
})

const withTimeout = test.extend('hubOptions', { env: { LOGIN_IDLE_DAYS: '7' } })
withTimeout(
  'a login session that is not used ends after the time that the operator sets',
  async ({ hub, player }) => {
    for (const _ of [1, 2]) {
      hub.clock.advance(7 * DAY_MS - SECOND_MS)
      expect(await isHeld(hub, player.jwt)).toBe(true)
    }
    hub.clock.advance(7 * DAY_MS)
    expect(await isHeld(hub, player.jwt)).toBe(false)
  },
)

test('a token signed with our key for another hub, session or player is refused', async ({ hub }) => {
  await hub.logIn()
  const session = await onlySession(hub)
  const { db } = hub.context
  const { publicUrl } = hub.context.config.http
  const ours = await createLoginTokens(db, hub.clock, publicUrl)
  const other = await createLoginTokens(db, hub.clock, 'https://elsewhere.example')
  expect(await isHeld(hub, await ours.sign(session))).toBe(true)
  expect(await isHeld(hub, await other.sign(session))).toBe(false)
  expect(await isHeld(hub, await ours.sign({ ...session, id: 'no such session' }))).toBe(false)
  expect(await isHeld(hub, await ours.sign({ ...session, playerId: 'somebody else' }))).toBe(false)
})

test('calls without a token are refused', async ({ hub }) => {
  expect(toOutcome(await hub.call('GET /me'))).toBe('UNAUTHORIZED')
  expect(toOutcome(await hub.call('GET /me', { headers: { authorization: 'Basic YTpi' } }))).toBe(
    'UNAUTHORIZED',
  )
})

test('a login session records its last use to the hour', async ({ hub, player }) => {
  const begun = hub.clock.now()
  hub.clock.advance(59 * 60 * SECOND_MS)
  await hub.callOk('GET /me', { as: player })
  expect((await onlySession(hub)).lastSeenAt).toBe(begun)
  hub.clock.advance(60 * SECOND_MS)
  await hub.callOk('GET /me', { as: player })
  expect((await onlySession(hub)).lastSeenAt).toBe(hub.clock.now())
})
