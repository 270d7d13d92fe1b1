import { expect } from 'vitest'
import { test } from '../../../test/support/hub-test.ts'
import { startGameServer } from '../../../test/support/payments/game-server.ts'
import { stripeCheckout } from '../../../test/support/payments/stripe-checkout.ts'
import { startTestHub, type TestHub } from '../../../test/support/test-hub.ts'

type Line = { level: number; msg: string; traceId?: string; route?: string } & Record<string, unknown>

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`

const parseLines = (hub: TestHub): Line[] =>
  hub
    .logs()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)

const listRequestLines = (hub: TestHub) => parseLines(hub).filter(({ msg }) => msg === 'Request')

test('a request has one line with its trace, and returns the trace', async ({ hub, player }) => {
  const headers = { traceparent }
  const response = await hub.call('GET /me', { as: player, headers })
  expect(response.headers.get('traceparent')).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`))
  expect(response.headers.get('traceparent')).not.toBe(traceparent)
  const lines = listRequestLines(hub).filter((line) => line.traceId === traceId)
  expect(lines).toEqual([
    {
      ...{ level: 30, time: expect.any(Number), msg: 'Request', traceId, method: 'GET', route: '/api/me' },
      ...{ status: 200, durationMs: expect.any(Number), spanId: expect.any(String), playerId: player.userId },
    },
  ])
})

test.for([
  'trace',
  `00-${traceId.toUpperCase()}-00f067aa0ba902b7-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `00-${traceId}-00f067aa0ba902b7-01-more`,
])('the invalid traceparent %s begins a new trace', async (header, { hub }) => {
  const response = await hub.call('GET /me', { headers: { traceparent: header } })
  const returned = response.headers.get('traceparent')
  expect(returned).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
  expect(returned).not.toContain(traceId)
  expect(listRequestLines(hub).at(-1)?.traceId).toBe(returned?.split('-')[1])
})

test('a refusal is named in the line, with the trace id of the answer', async ({ hub }) => {
  const response = await hub.call('GET /me')
  if (response.ok) return expect.unreachable()
  const line = listRequestLines(hub).at(-1)
  expect(line).toMatchObject({
    status: 401,
    refusal: 'UNAUTHORIZED',
    traceId: response.body.traceId,
    level: 30,
  })
  expect(response.headers.get('traceparent')).toContain(response.body.traceId)
})

test('what monitors ask for is routine, and an unknown address is a refusal without the address', async ({
  hub,
}) => {
  await fetch(`${hub.url}/healthz`)
  await fetch(`${hub.url}/api/secret-path?email=anna@example.org`)
  const [routine, unknown] = listRequestLines(hub).slice(-2)
  expect(routine).toMatchObject({ level: 20, route: '/healthz', status: 200 })
  expect(unknown).toMatchObject({ level: 30, status: 404, refusal: 'ROUTE_NOT_FOUND' })
  expect(hub.logs()).not.toMatch(/secret-path|anna@/)
})

test('a fault has the trace of its request', async ({ hub }) => {
  hub.context.catalogue.content = () => {
    throw new Error('Broken for anna@example.org')
  }
  const response = await fetch(`${hub.url}/api/control/get-initial-config?token=guess-7`, {
    headers: { traceparent },
  })
  expect(response.status).toBe(500)
  const lines = parseLines(hub).filter((line) => line.traceId === traceId)
  expect(lines).toMatchObject([
    { level: 50, msg: 'Request failed', err: { message: 'Broken for [redacted]' } },
    { level: 40, msg: 'Request', status: 500 },
  ])
  expect(hub.logs()).not.toMatch(/guess-7|anna@/)
})

test('the lines of a job, and its webhook, have the trace of the request that caused it', async () => {
  const game = await startGameServer()
  const hub = await startTestHub({ env: game.env })
  game.respondWith(() => ({ status: 500 }))
  const player = await hub.logIn('anna@example.org')
  await stripeCheckout(hub).buy(player)
  const failed = parseLines(hub).find(({ msg }) => msg === 'Webhook delivery failed; retrying')
  const events = listRequestLines(hub).filter(({ route }) => route === '/webhooks/stripe')
  expect(failed?.traceId).toMatch(/^[0-9a-f]{32}$/)
  expect(events.map((line) => line.traceId)).toContain(failed?.traceId)
  expect(game.received[0]?.headers.traceparent).toContain(failed?.traceId)
})
