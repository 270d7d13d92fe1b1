import { setImmediate as turn } from 'node:timers/promises'
import {
  type PostgresServer,
  postgresPrograms,
  startPostgres,
} from '@playhub/test-kit/postgres/postgres-server'
import { skipped } from '@playhub/test-kit/skipped'
import { expect } from 'vitest'
import { gameServerClient, openGame } from '../../../test/support/game-server-client.ts'
import { test as base } from '../../../test/support/hub-test.ts'
import { hints } from '../../../test/support/payments/stripe-checkout.ts'
import { startTestHub, type TestHub } from '../../../test/support/test-hub.ts'
import { MINUTE_MS } from '../clock.ts'
import { DatabaseUnavailable } from '../unavailable.ts'
import { transact } from './database.ts'

const test = postgresPrograms() ? base : skipped<typeof base>('PostgreSQL is not installed')

async function startHubOn(server: PostgresServer): Promise<TestHub> {
  return startTestHub({
    databaseUrl: server.url,
    jobs: 'running',
    env: { SERVER_REQUESTS_PER_MINUTE: '100000000' },
  })
}

async function waitUntil(isTrue: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isTrue())) await turn()
}

const isReady = async ({ url }: TestHub) => (await fetch(`${url}/readyz`)).status === 200

/** Log lines at a level, by message. */
function logged(hub: TestHub, level: number): string[] {
  const lines = hub.logs().split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line)).flatMap((line) => (line.level >= level ? [line.msg] : []))
}

test('ten times all connections end while a game server orders: no order is lost or doubled, and calls recover', async () => {
  const server = await startPostgres()
  const hub = await startHubOn(server)
  const player = await hub.logIn()
  await openGame(hub, player)
  const game = gameServerClient(hub)
  const created: string[] = []
  let isSelling = true

  async function order(): Promise<void> {
    for (;;) {
      const response = await game.call('POST /payments', { body: { itemId: hints, playerId: player.userId } })
      if (response.ok) {
        created.push(response.body.id)
        return
      }
      expect(response).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } })
      expect(response.headers.get('retry-after')).toBe('1')
    }
  }
  const sellers = [1, 2].map(async () => {
    while (isSelling) await order()
  })
  for (let times = 0; times < 10; times++) {
    const before = created.length
    await waitUntil(() => created.length > before + 3)
    expect(await server.terminateConnections()).toBeGreaterThan(0)
  }
  isSelling = false
  await Promise.all(sellers)

  const stored = await hub.context.db.selectFrom('orders').select('id').execute()
  const ids = new Set(stored.map(({ id }) => id))
  expect(created.filter((id) => !ids.has(id))).toEqual([])
  expect(new Set(created).size).toBe(created.length)
  expect(await isReady(hub)).toBe(true)
})

test('a connection that ends between the statements of a transaction fails only this transaction', async () => {
  const server = await startPostgres()
  const hub = await startHubOn(server)
  const { db } = hub.context
  const broken = transact(db, async (tx) => {
    await tx.selectFrom('accounts').select('id').execute()
    await server.terminateConnections()
    await tx.selectFrom('accounts').select('id').execute()
  })
  await expect(broken).rejects.toThrow(DatabaseUnavailable)
  await waitUntil(() => isReady(hub))
})

test('while PostgreSQL is down the hub answers 503 and logs it once, and recovers', async () => {
  const server = await startPostgres()
  const hub = await startHubOn(server)
  const player = await hub.logIn()
  await server.stop()

  const ready = await fetch(`${hub.url}/readyz`)
  expect([ready.status, await ready.json()]).toMatchObject([503, { status: 'database unreachable' }])
  expect((await fetch(`${hub.url}/healthz`)).status).toBe(200)
  expect((await fetch(`${hub.url}/readyz/process`)).status).toBe(200)
  hub.clock.advance(MINUTE_MS)
  expect((await fetch(`${hub.url}/.well-known/jwks.json`)).status).toBe(200)
  const refused = await hub.call('GET /me', { as: player })
  expect(refused).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } })
  expect(refused.headers.get('retry-after')).toBe('1')
  expect(refused.headers.get('content-type')).toContain('application/problem+json')

  await server.start()
  await waitUntil(() => isReady(hub))
  await hub.callOk('GET /me', { as: player })
  expect(logged(hub, 50)).toEqual(['The database does not answer; calls are refused until it does'])
  expect(logged(hub, 40).filter((message) => message === 'The database answers again')).toHaveLength(1)
})

test('jobs wait for the end of an outage without using up their attempts', async () => {
  const server = await startPostgres()
  const hub = await startHubOn(server)
  const { db, jobs } = hub.context
  const attempts: number[] = []
  const outages = Promise.withResolvers<void>()
  const firstRun = Promise.withResolvers<void>()
  const done = Promise.withResolvers<void>()
  jobs.define('reads the database', {
    async run(_payload, { attempt }) {
      attempts.push(attempt)
      firstRun.resolve()
      await outages.promise
      await db.selectFrom('jobs').select('id').execute()
      done.resolve()
    },
  })
  await jobs.enqueue(db, { kind: 'reads the database', payload: {} })
  await firstRun.promise
  await server.stop()
  outages.resolve()
  await waitUntil(async () => !(await isReady(hub)))
  await server.start()
  await done.promise
  expect(attempts).toEqual([1, 1])
})

test('the hub stops while PostgreSQL is down', async () => {
  const server = await startPostgres()
  const stop = Promise.withResolvers<() => Promise<void>>()
  await startTestHub({
    databaseUrl: server.url,
    jobs: 'running',
    onCleanup: (cleanup) => stop.resolve(cleanup),
  })
  await server.stop()
  await (await stop.promise)()
})
