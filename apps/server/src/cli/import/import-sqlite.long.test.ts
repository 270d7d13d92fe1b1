/** The bar of the import: 1,000,000 orders with attempts, provider events, purchases and webhooks in under 3 minutes. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite, { type Database } from 'better-sqlite3'
import { test as base, expect, onTestFinished } from 'vitest'
import { readConfig } from '../../config.ts'
import { createContext } from '../../context.ts'
import { insertPaid, paidOrder } from '../../payments/testing/paid-order.ts'
import { transact } from '../../platform/database/database.ts'
import { createLog } from '../../platform/observability/log.ts'
import { createSchema, dropSchema, withOptions } from '../../testing/postgres-schemas.ts'
import { testClock } from '../../testing/test-clock.ts'
import { runCommand } from '../commands.ts'

const server = process.env.TEST_DATABASE_URL
const test = process.env.TEST_DIALECT === 'postgres' && server ? base : base.skip

const orders = Number(process.env.ORDERS ?? 1_000_000)
const limitMs = 3 * 60_000

test(`${orders} orders move to PostgreSQL in under 3 minutes`, { timeout: 900_000 }, async () => {
  const dir = mkdtempSync(join(tmpdir(), 'playhub-import-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  await fillHub(dir)
  const schema = await createSchema(server ?? '')
  onTestFinished(() => dropSchema(server ?? '', schema))
  const printed: string[] = []
  const startedAt = performance.now()
  const code = await runCommand(['import-sqlite', join(dir, 'playhub.sqlite')], {
    config: readConfig({
      HUB_MODE: 'sandbox',
      DATABASE_URL: withOptions(server ?? '', `-c search_path=${schema}`),
    }),
    clock: testClock(new Date().toISOString()),
    openDb: async () => expect.unreachable(),
    print: (line) => void printed.push(line),
    user: 'root',
  })
  const tookMs = performance.now() - startedAt
  console.log(`${printed.at(-1)} ${Math.round(tookMs / 1000)} s`)
  expect(code).toBe(0)
  expect(tookMs).toBeLessThan(limitMs)
})

/** A hub with one order, whose rows are then repeated by SQLite. */
async function fillHub(dir: string): Promise<void> {
  const context = await createContext(readConfig({ HUB_MODE: 'sandbox', DATA_DIR: dir }), {
    log: createLog('silent'),
  })
  const account = { email: 'anna@example.org', password: 'Playhub2030', name: 'Anna' }
  const order = paidOrder(await context.accounts.ensureEmailAccount(account), 'islandm3', Date.now())
  await transact(context.db, (tx) => insertPaid(tx, context, order))
  await context.close()
  const database = new BetterSqlite(join(dir, 'playhub.sqlite'))
  database.pragma('synchronous = OFF')
  database.prepare('delete from jobs').run()
  const now = Date.now()
  database
    .prepare(
      `insert into attempts (id, order_id, provider, provider_payment_id, amount_minor, currency, state, checked_at,
         next_check_at, created_at, closed_at)
       values ('attempt', ?, 'stripe', 'pi', 99, 'USD', 'succeeded', ?, ?, ?, ?)`,
    )
    .run(order.id, now, now, now, now)
  database
    .prepare(
      `insert into provider_events (id, provider, event_key, kind, provider_payment_id, raw, received_at)
       values ('event', 'stripe', 'key', 'payment', 'pi', ?, ?)`,
    )
    .run(JSON.stringify({ object: 'event', text: 'x'.repeat(1200) }), now)
  for (const table of ['orders', 'attempts', 'provider_events', 'purchases', 'webhooks'])
    repeat(database, table)
  database.close()
}

const numbered = /^(id|order_id|attempt_id|provider_payment_id|event_key|once_item|purchase_id)$/

function repeat(database: Database, table: string): void {
  const columns = (database.pragma(`table_info("${table}")`) as { name: string }[]).map(({ name }) => name)
  const values = columns.map((name) => (numbered.test(name) ? `"${name}" || '-' || n` : `"${name}"`))
  const names = columns.map((name) => `"${name}"`).join(', ')
  database.exec(
    `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${orders - 1})
     insert into ${table} (${names}) select ${values.join(', ')} from (select * from ${table} limit 1), numbers`,
  )
}
