import { skipped } from '@playhub/test-kit/skipped'
import { sql } from 'kysely'
import { test as base, expect } from 'vitest'
import {
  afterStatements,
  migrateWithRows,
  versions,
} from '../../../../test/support/migrations/migration-states.ts'
import {
  hasSeveralConnections,
  openTestDatabase,
  untilAnotherWaits,
} from '../../../../test/support/test-database.ts'
import { migrations } from '../../../migrations/index.ts'
import { createLog } from '../../observability/log.ts'
import { StartupError } from '../../startup-error.ts'
import type { Db } from '../database.ts'
import { executedMigrations, migrate } from './migrations.ts'

const test = hasSeveralConnections ? base : skipped<typeof base>('PostgreSQL is not installed')

const isLong = process.env.TEST_LONG === 'true'
const startsFrom = Object.entries(versions)

async function openDatabase(version: string) {
  const db = await openTestDatabase()
  await migrateWithRows(db, version)
  return db
}

async function readState(db: Db) {
  const { rows } = await sql`
    select table_name, column_name from information_schema.columns where table_schema = current_schema()
    union all select tablename, indexname from pg_indexes where schemaname = current_schema()
    union all select event_object_table, trigger_name from information_schema.triggers
      where trigger_schema = current_schema()
    order by 1, 2`.execute(db)
  return { migrations: await executedMigrations(db), rows }
}

/** The migration's connection. Those of other tests, in other schemas, have other names. */
const migrating = sql<{ pid: number }>`select pid from pg_locks join pg_stat_activity using (pid)
  where locktype = 'advisory' and granted and application_name = current_setting('application_name')`

test.for(startsFrom.filter(([name]) => name !== 'oneLanguage'))(
  'a connection that is lost at any statement of a migration from %s leaves the database as it was',
  { timeout: 480_000 },
  async ([, version]) => {
    const db = await openDatabase(version)
    const before = await readState(db)
    const everyStatement = isLong || version === versions.beforeOneTransaction
    for (let last = 1; ; last += everyStatement ? 1 : 37) {
      let statements = 0
      const cut = afterStatements(async () => {
        const [connection] = (await migrating.execute(db)).rows
        if (!connection) return
        statements += 1
        if (statements === last) await sql`select pg_terminate_backend(${connection.pid})`.execute(db)
      })
      const outcome = await migrate(db.withPlugin(cut), migrations, 'here').catch((error) => error)
      if (statements < last) break
      expect(outcome, `statement ${last}`).toBeInstanceOf(StartupError)
      expect(await readState(db)).toEqual(before)
    }
    await migrate(db, migrations, 'here')
    expect(await executedMigrations(db)).toEqual(migrations.names.toSorted())
  },
)

test('a migration gives way to a call that locks its tables in the other order', async () => {
  const db = await openDatabase(versions.beforeOperators)
  const lines: string[] = []
  const log = createLog('warn', { write: (line: string) => void lines.push(line) })
  let started: Promise<void> | undefined
  await db.transaction().execute(async (tx) => {
    await sql`update login_sessions set last_seen_at = 2`.execute(tx)
    started = migrate(db, migrations, 'here', log)
    await untilAnotherWaits(tx)
    const { rows } = await sql`select * from accounts`.execute(tx)
    expect(rows).toHaveLength(2)
    // Longer than PostgreSQL's deadlock timeout.
    for (let read = 0; read < 5; read++) {
      await untilAnotherWaits(tx)
      await sql`select id from accounts for update`.execute(tx)
    }
  })
  await started
  expect(await executedMigrations(db)).toEqual(migrations.names.toSorted())
  const waits = lines.map((line) => JSON.parse(line))
  expect(waits[0].msg).toContain('waits for tables that other connections use')
  // PostgreSQL looks for a victim then, and may choose the call.
  for (const { timeoutMs } of waits) expect(timeoutMs).toBeLessThan(1000)
})

test('two hubs that start at the same time migrate once', async () => {
  const db = await openDatabase(versions.beforeOperators)
  await Promise.all([1, 2, 3].map(() => migrate(db, migrations, 'here')))
  expect(await executedMigrations(db)).toEqual(migrations.names.toSorted())
})
