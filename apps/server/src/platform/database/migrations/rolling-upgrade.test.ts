import { postgresPrograms, startPostgres } from '@playhub/test-kit/postgres/postgres-server'
import { skipped } from '@playhub/test-kit/skipped'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { test as base, expect, onTestFinished } from 'vitest'
import { hints } from '../../../../test/support/payments/stripe-checkout.ts'
import { startTestHub, type TestHub } from '../../../../test/support/test-hub.ts'
import { migrations } from '../../../migrations/index.ts'
import { createDb } from '../database.ts'
import { openDialect } from '../dialects.ts'
import { migrate } from './migrations.ts'

const test = postgresPrograms() ? base : skipped<typeof base>('PostgreSQL is not installed')

const upgrades = process.env.TEST_LONG === 'true' ? 20 : 6
const buyers = 8
const requestsBetween = 40
const tables = [
  'accounts',
  'login_sessions',
  'orders',
  'attempts',
  'purchases',
  'jobs',
  'idempotent_responses',
]

/** Changes the tables of every call, in one order and the other. */
function addColumns(number: number): Migration {
  const ordered = number % 2 === 0 ? tables : tables.toReversed()
  return {
    async up(db) {
      for (const table of ordered) {
        await sql`alter table ${sql.table(table)} add column ${sql.ref(`added_${number}`)} text`.execute(db)
        await sql`update ${sql.table(table)} set ${sql.ref(`added_${number}`)} = ''`.execute(db)
      }
    },
  }
}

test(`no call fails during ${upgrades} migrations of another hub`, { timeout: 240_000 }, async () => {
  const server = await startPostgres()
  const hub = await startTestHub({
    databaseUrl: server.url,
    jobs: 'running',
    env: { REQUESTS_PER_MINUTE: '100000000', MAX_LOOP_DELAY_MS: '60000' },
  })
  const db = createDb(openDialect(server.url, ''))
  onTestFinished(() => db.destroy())
  const failures: unknown[] = []
  let requests = 0
  let isBuying = true

  async function buy(as: Awaited<ReturnType<TestHub['logIn']>>): Promise<void> {
    const expectOk = <T extends { ok: boolean; body: unknown }>(response: T) => {
      requests += 1
      if (!response.ok) failures.push(response.body)
      return response.body as T extends { ok: true; body: infer Body } ? Body : never
    }
    while (isBuying) {
      expectOk(await hub.call('GET /me', { as }))
      const order = expectOk(await hub.call('POST /payments/create', { as, body: { itemId: hints } }))
      expectOk(await hub.call('GET /payments/get/{id}', { as, params: { id: order.id } }))
      expectOk(await hub.call('POST /payments/cancel', { as, body: { paymentId: order.id } }))
    }
  }

  const players = await Promise.all(Array.from({ length: buyers }, () => hub.logIn()))
  const buying = players.map(buy)
  const known = await migrations.load()
  for (let number = 1; number <= upgrades; number++) {
    const enough = requests + requestsBetween
    await expect.poll(() => requests).toBeGreaterThan(enough)
    const name = `9999-01-01-${String(number).padStart(2, '0')}-test`
    known[name] = addColumns(number)
    const newer = { names: Object.keys(known), load: async () => known }
    await migrate(db, newer, 'here')
  }
  isBuying = false
  await Promise.all(buying)
  expect(failures).toEqual([])
})
