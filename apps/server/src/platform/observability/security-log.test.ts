import type { FastifyRequest } from 'fastify'
import { expect, onTestFinished, vi } from 'vitest'
import { openBrowser } from '../../../test/support/accounts/browser.ts'
import { gameServerClient } from '../../../test/support/game-server-client.ts'
import { test } from '../../../test/support/shared-hub-test.ts'
import type { TestHub } from '../../../test/support/test-hub.ts'
import { logRefusal } from './security-log.ts'

type Logged = Record<string, unknown>

/** Security events of an action, without the log lines' time and level. */
async function captureEvents(hub: TestHub, action: () => Promise<unknown>): Promise<Logged[]> {
  const before = hub.logs().length
  await action()
  const lines = hub.logs().slice(before).split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as Logged).filter(({ event }) => event !== undefined)
}

const request = (method: string, route: string) => ({
  method,
  route: `/api${route}`,
  address: expect.stringContaining('127.0.0.1'),
  traceId: expect.any(String),
})

test('a login is logged with its player, and a failed one with the account that it aimed at', async ({
  hub,
  player,
}) => {
  const { email, password, userId: playerId } = player
  const logIn = (body: { email: string; password: string }) => () =>
    hub.call('POST /auth/login-by-email', { body })
  const at = request('POST', '/auth/login-by-email')
  expect(await captureEvents(hub, logIn({ email, password }))).toMatchObject([
    { event: 'authn_login_success', ...at, playerId, loginMethod: 'mail' },
  ])
  expect(await captureEvents(hub, logIn({ email, password: 'Wrong2030x' }))).toMatchObject([
    { event: 'authn_login_fail', ...at, playerId, refusal: 'INVALID_PASSWORD_LOGIN_BY_EMAIL' },
  ])
  const [unknown] = await captureEvents(hub, logIn({ email: 'nobody@example.org', password: 'Wrong2030x' }))
  expect(unknown).toMatchObject({
    event: 'authn_login_fail',
    ...at,
    refusal: 'USER_NOT_EXIST_LOGIN_BY_EMAIL',
  })
  expect(unknown).not.toHaveProperty('playerId')
  expect(hub.logs()).not.toMatch(/@example|Playhub2030|Wrong2030x/)
})

test('the trace id of an event is that of the answer', async ({ hub }) => {
  let traceId: unknown
  const [event] = await captureEvents(hub, async () => {
    const { body } = await hub.call('GET /me')
    if ('traceId' in body) ({ traceId } = body)
  })
  expect(event).toMatchObject({ event: 'authn_token_invalid', ...request('GET', '/me'), traceId })
})

test('a refused login token is logged, with the player if the hub has issued it', async ({ hub, player }) => {
  await hub.callOk('POST /auth/logout', { as: player })
  const readProfile = (jwt: string) => () => hub.call('GET /me', { as: { ...player, jwt } })
  expect(await captureEvents(hub, readProfile(player.jwt))).toMatchObject([
    { event: 'authn_token_invalid', refusal: 'UNAUTHORIZED', playerId: player.userId },
  ])
  const [forged] = await captureEvents(hub, readProfile(`${player.jwt.slice(0, -4)}AAAA`))
  expect(forged).toMatchObject({ event: 'authn_token_invalid', refusal: 'UNAUTHORIZED' })
  expect(forged).not.toHaveProperty('playerId')
  expect(hub.logs()).not.toContain(player.jwt)
})

test("another player's order is a permission failure of the player who asked", async ({ hub, player }) => {
  const other = await hub.logIn()
  const { id } = await hub.callOk('POST /payments/create', {
    as: other,
    body: { itemId: 'islandm3-hints' },
  })
  expect(
    await captureEvents(hub, () => hub.call('GET /payments/get/{id}', { as: player, params: { id } })),
  ).toMatchObject([
    {
      event: 'authz_fail',
      ...request('GET', '/payments/get/:id'),
      playerId: player.userId,
      refusal: 'PAYMENT_NOT_FOUND',
    },
  ])
  expect(
    await captureEvents(hub, () =>
      gameServerClient(hub, 'sandbox_familytown').call('GET /payments/{id}', { params: { id } }),
    ),
  ).toMatchObject([{ event: 'authz_fail', project: 'familytown', keyId: expect.any(String) }])
})

test('a refused project key, a request of another site and a changed password are logged', async ({
  hub,
  player,
}) => {
  expect(
    await captureEvents(hub, () => gameServerClient(hub, 'guess-7').call('GET /purchases')),
  ).toMatchObject([
    {
      event: 'authn_token_invalid',
      refusal: 'PROJECT_KEY_INVALID',
      ...request('GET', '/server/v1/purchases'),
    },
  ])
  expect(hub.logs()).not.toContain('guess-7')
  const headers = { origin: 'https://evil.example' }
  expect(
    await captureEvents(hub, () => hub.call('POST /auth/logout', { as: player, headers })),
  ).toMatchObject([{ event: 'malicious_csrf', refusal: 'CROSS_SITE_REQUEST' }])
  const body = { currentPassword: player.password, password: 'Harbour2031' }
  expect(await captureEvents(hub, () => hub.call('POST /me/password', { as: player, body }))).toMatchObject([
    { event: 'authn_password_change', ...request('POST', '/me/password'), playerId: player.userId },
  ])
  expect(hub.logs()).not.toContain('Harbour2031')
})

test('a provider callback that nobody waits for is a failed login', async ({ hub }) => {
  const callback = new URL('/passport/google/callback?state=unknown&code=secret', hub.url)
  expect(await captureEvents(hub, () => openBrowser(hub).visit(callback))).toMatchObject([
    { event: 'authn_login_fail', route: '/passport/:provider/callback', eventCode: expect.any(Number) },
  ])
})

test('refusals of a limit are logged once per address and minute, with their number', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const events: Logged[] = []
  const log = { info: (fields: Logged) => void events.push(fields) }
  const refuse = (ip: string) =>
    logRefusal({ ip, id: 'trace', method: 'GET', log } as unknown as FastifyRequest, 'TOO_MANY_REQUESTS')
  for (let times = 0; times < 50; times++) refuse('192.0.2.1')
  refuse('192.0.2.2')
  const event = 'excess_rate_limit_exceeded'
  expect(events).toMatchObject([
    { event, address: '192.0.2.1' },
    { event, address: '192.0.2.2' },
  ])
  vi.advanceTimersByTime(60_000)
  expect(events.slice(2)).toMatchObject([{ event, address: '192.0.2.1', repeats: 49 }])
  refuse('192.0.2.1')
  expect(events).toHaveLength(4)
})
