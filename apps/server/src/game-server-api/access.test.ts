import type { ServerRouteKey } from '@playhub/contract'
import { serverRoutes } from '@playhub/contract'
import { expect } from 'vitest'
import { gameServerClient, openGame } from '../../test/support/game-server-client.ts'
import { test as ownHubTest } from '../../test/support/hub-test.ts'
import { hints } from '../../test/support/payments/stripe-checkout.ts'
import { test } from '../../test/support/shared-hub-test.ts'
import { startTestHub, type TestHub } from '../../test/support/test-hub.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../platform/clock.ts'
import { createProjectKey, findKey, listProjectKeys, revokeProjectKey } from './project-keys.ts'

const operation = { operator: 'olga', reason: null }
const newKey = (project: string) => ({ project, name: 'of the test', expiresAt: null })
const everyRoute = Object.keys(serverRoutes) as ServerRouteKey[]

const countOrders = async (hub: TestHub) =>
  (await hub.context.db.selectFrom('orders').select('id').execute()).length

async function orderAt(hub: TestHub) {
  const player = await hub.logIn()
  for (const project of ['islandm3', 'familytown']) await openGame(hub, player, project)
  return { body: { playerId: player.userId, itemId: hints } }
}

test('a call without an active key is refused', async ({ hub }) => {
  const { id, key } = await createProjectKey(hub.context, newKey('islandm3'), operation)
  expect(await gameServerClient(hub, key).getOutcome('GET /purchases')).toBe('ok')
  expect(await revokeProjectKey(hub.context, id, operation)).toBe('islandm3')
  expect(await revokeProjectKey(hub.context, id, operation)).toBeUndefined()
  const player = await hub.logIn()
  for (const wrong of [key, 'sandbox_playhub', 'playhub_', player.jwt, '']) {
    for (const route of everyRoute) {
      const response = await gameServerClient(hub, wrong).getOutcome(route, {
        params: { id: 'any' },
      } as object)
      expect(response, route).toBe('PROJECT_KEY_INVALID')
    }
  }
  const bare = await fetch(`${hub.url}/api/server/v1/purchases`)
  expect(bare.status).toBe(401)
  expect(await gameServerClient(hub).getOutcome('GET /purchases')).toBe('ok')
})

test('a key that has expired is refused at once', async ({ hub }) => {
  const expiresAt = hub.clock.now() + HOUR_MS
  const { key } = await createProjectKey(hub.context, { ...newKey('islandm3'), expiresAt }, operation)
  hub.clock.advance(HOUR_MS - 1)
  expect(await gameServerClient(hub, key).getOutcome('GET /purchases')).toBe('ok')
  hub.clock.advance(1)
  expect(await gameServerClient(hub, key).getOutcome('GET /purchases')).toBe('PROJECT_KEY_INVALID')
})

test('a key of another project is not revoked', async ({ hub }) => {
  const { id } = await createProjectKey(hub.context, newKey('islandm3'), operation)
  expect(await revokeProjectKey(hub.context, id, operation, ['familytown'])).toBeUndefined()
  expect(await revokeProjectKey(hub.context, id, operation, [])).toBeUndefined()
  expect(await revokeProjectKey(hub.context, id, operation, ['islandm3'])).toBe('islandm3')
})

test('a project can have several keys, and none is stored or logged in plain text', async ({ hub }) => {
  const [one, two] = [
    await createProjectKey(hub.context, newKey('islandm3'), operation),
    await createProjectKey(hub.context, newKey('islandm3'), operation),
  ]
  for (const { key } of [one, two]) {
    expect(key).toMatch(/^playhub_[\w-]{43}$/)
    expect(await gameServerClient(hub, key).getOutcome('GET /purchases')).toBe('ok')
    await gameServerClient(hub, key).getOutcome('POST /payments', { body: { itemId: 'nothing' } })
  }
  const rows = JSON.stringify(await hub.context.db.selectFrom('projectKeys').selectAll().execute())
  const shown = JSON.stringify(await listProjectKeys(hub.context, 'islandm3'))
  for (const { key } of [one, two]) {
    for (const place of [rows, shown, hub.logs()]) expect(place).not.toContain(key)
  }
  expect(hub.logs()).not.toContain('sandbox_islandm3')
  expect(shown).not.toContain('hash')
})

test('the last use of a key is recorded to the hour', async ({ hub }) => {
  const { key } = await createProjectKey(hub.context, newKey('neuroarena'), operation)
  const start = hub.clock.now()
  const lastUse = async () => (await listProjectKeys(hub.context, 'neuroarena')).at(-1)?.lastUsedAt
  expect(await lastUse()).toBeNull()
  for (const [afterMs, expected] of [
    [0, start],
    [HOUR_MS - 1, start],
    [1, start + HOUR_MS],
  ] as const) {
    hub.clock.advance(afterMs)
    await gameServerClient(hub, key).callOk('GET /purchases')
    expect(await lastUse()).toBe(expected)
  }
})

test('sandbox keys are refused in production', async ({ hub }) => {
  expect(await findKey({ ...hub.context, isSandbox: true }, 'sandbox_islandm3')).toMatchObject({
    project: 'islandm3',
  })
  expect(await findKey({ ...hub.context, isSandbox: false }, 'sandbox_islandm3')).toBeUndefined()
})

test('a game server needs no cookie or XSRF token, and other sites get no CORS headers', async ({ hub }) => {
  const response = await fetch(`${hub.url}/api/server/v1/purchases`, {
    headers: { authorization: 'Bearer sandbox_islandm3', origin: 'https://elsewhere.example' },
  })
  expect(response.headers.get('access-control-allow-origin')).toBeNull()
  expect(response.headers.get('set-cookie')).toBeNull()
  expect(response.headers.get('cache-control')).toBe('no-store')
  const preflight = await fetch(`${hub.url}/api/server/v1/purchases`, { method: 'OPTIONS' })
  expect(preflight.status).toBe(404)
})

ownHubTest(
  'a repeated call with the same key runs once and its response is replayed for a day',
  async ({ hub }) => {
    const game = gameServerClient(hub)
    const order = await orderAt(hub)
    const first = await game.call('POST /payments', { ...order, once: 'order-7' })
    expect(first.headers.get('idempotency-replayed')).toBeNull()
    hub.clock.advance(DAY_MS - 1)
    const again = await game.call('POST /payments', { ...order, once: 'order-7' })
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.body).toEqual(first.body)
    expect(await countOrders(hub)).toBe(1)
    hub.clock.advance(1)
    expect((await game.call('POST /payments', { ...order, once: 'order-7' })).body).not.toEqual(first.body)
    await hub.passTime(DAY_MS + HOUR_MS)
    expect(await hub.context.db.selectFrom('idempotentResponses').selectAll().execute()).toEqual([])
  },
)

test('a key that is reused for another request is refused, and so is a malformed one', async ({ hub }) => {
  const game = gameServerClient(hub)
  const order = await orderAt(hub)
  await game.callOk('POST /payments', { ...order, once: 'a' })
  const other = { body: { ...order.body, itemId: 'islandm3-boosters' }, once: 'a' }
  const response = await game.call('POST /payments', other)
  expect([response.status, response.ok || response.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
  expect(await game.getOutcome('POST /webhooks/test', { once: 'a' })).toBe('IDEMPOTENCY_KEY_REUSED')
  for (const once of ['', 'x'.repeat(256), 'two words']) {
    expect(await game.getOutcome('POST /payments', { ...order, once })).toBe('BODY_INVALID')
  }
  const otherProject = { body: { ...order.body, itemId: 'familytown-coins' }, once: 'a' }
  expect(await gameServerClient(hub, 'sandbox_familytown').getOutcome('POST /payments', otherProject)).toBe(
    'ok',
  )
})

ownHubTest('of twenty concurrent calls with one key one runs', async ({ hub }) => {
  const order = await orderAt(hub)
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => gameServerClient(hub).call('POST /payments', { ...order, once: 'one' })),
  )
  expect(await countOrders(hub)).toBe(1)
  const ids = new Set(responses.flatMap((response) => (response.ok ? [response.body.id] : [])))
  expect(ids.size).toBe(1)
  const refusals = responses.filter(({ ok }) => !ok)
  for (const { status, body, headers } of refusals) {
    expect([status, body]).toMatchObject([409, { code: 'IDEMPOTENCY_KEY_IN_USE' }])
    expect(headers.get('retry-after')).toBe('1')
  }
})

test('a call that was refused or interrupted can be retried with the same key', async ({ hub }) => {
  const game = gameServerClient(hub)
  const order = await orderAt(hub)
  const wrong = { body: { ...order.body, playerId: 'nobody' }, once: 'b' }
  expect(await game.getOutcome('POST /payments', wrong)).toBe('PLAYER_NOT_FOUND')
  expect(await game.getOutcome('POST /payments', { ...order, once: 'b' })).toBe('ok')
  await hub.context.db.updateTable('idempotentResponses').set({ response: null }).execute()
  expect(await game.getOutcome('POST /payments', { ...order, once: 'b' })).toBe('IDEMPOTENCY_KEY_IN_USE')
  hub.clock.advance(MINUTE_MS)
  expect(await game.getOutcome('POST /payments', { ...order, once: 'b' })).toBe('ok')
})

test('each key has a rate limit, and the refusal says when to retry', async () => {
  const hub = await startTestHub({ env: { SERVER_REQUESTS_PER_MINUTE: '5' } })
  const game = gameServerClient(hub)
  for (let left = 4; left >= 0; left--) {
    const { status, headers } = await game.call('GET /purchases')
    expect([status, headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')]).toEqual([
      200,
      '5',
      `${left}`,
    ])
  }
  const late = await game.call('GET /purchases')
  expect([late.status, late.ok || late.body.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
  expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await gameServerClient(hub, 'sandbox_familytown').getOutcome('GET /purchases')).toBe('ok')
  const guesses = []
  for (let n = 0; n < 6; n++)
    guesses.push(await gameServerClient(hub, `guess-${n}`).getOutcome('GET /purchases'))
  expect(guesses).toEqual([...Array(5).fill('PROJECT_KEY_INVALID'), 'TOO_MANY_REQUESTS'])
})
