import { setTimeout as delay } from 'node:timers/promises'
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import { DEFAULT_MIGRATION_TABLE, type Migration } from 'kysely/migration'
import { MINUTE_MS, SECOND_MS } from '../../clock.ts'
import { getErrorCode } from '../../errors.ts'
import type { Log } from '../../observability/log.ts'
import type { Db } from '../database.ts'

/** The advisory lock of Kysely's migrator, which older versions run. */
const migrationLockId = '3853314791062309107'

/** Waits for another hub's migration of this PostgreSQL database. */
export async function lockMigration(tx: Db): Promise<void> {
  // The server would finish a long statement, and keep its locks, after the hub is gone. Some platforms cannot look.
  await sql`do $$ begin
    perform set_config('client_connection_check_interval', '1s', true);
  exception when others then null; end $$`.execute(tx)
  await sql`select pg_advisory_xact_lock(${sql.raw(migrationLockId)})`.execute(tx)
}

/**
 * Locks every table named by the pending migrations, before any of them changes one. Other hubs' transactions lock
 * tables in other orders: whoever waits for a lock while holding one may deadlock, so the migration waits only here,
 * and for less than the second after which PostgreSQL picks a victim.
 */
export async function lockTables(
  tx: Db,
  known: Record<string, Migration>,
  { pending, timeoutMs }: { pending: string[]; timeoutMs: number },
): Promise<void> {
  const existing = (await tx.introspection.getTables({ withInternalKyselyTables: true })).map(
    ({ name }) => name,
  )
  if (existing.length === 0) return
  const statements = await listStatements(pending.flatMap((name) => known[name] ?? []))
  const named = new Set([...statements.flatMap((text) => text.match(/\w+/g) ?? []), DEFAULT_MIGRATION_TABLE])
  const tables = existing.filter((name) => named.has(name)).map((name) => sql.table(name))
  // A schema may hold tables of others.
  if (tables.length === 0) return
  await sql`set local statement_timeout = ${sql.lit(timeoutMs)}`.execute(tx)
  await sql`lock table ${sql.join(tables)} in access exclusive mode`.execute(tx)
  await sql`set local statement_timeout = 0`.execute(tx)
}

async function listStatements(migrations: Migration[]): Promise<string[]> {
  const statements: string[] = []
  const recorder = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void statements.push(query.sql),
  })
  for (const migration of migrations) await migration.up(recorder)
  return statements
}

/** Calls wait as long for the tables, and must not look for a deadlock meanwhile: PostgreSQL ends the call that finds one. */
const firstLockTimeoutMs = 0.2 * SECOND_MS
const maxLockTimeoutMs = 0.8 * SECOND_MS
/** A dump holds its locks until it is done. */
const retryForMs = 10 * MINUTE_MS

/** SQLSTATE codes: lock not available, query cancelled, deadlock. */
const lockedStates = new Set(['55P03', '57014', '40P01'])

/** Repeats an undone migration while other connections hold its tables. In between, their calls are served. */
export async function retryWhileLocked(
  work: (lockTimeoutMs: number) => Promise<void>,
  log?: Log,
): Promise<void> {
  const startedAt = performance.now()
  for (let timeoutMs = firstLockTimeoutMs; ; timeoutMs = Math.min(2 * timeoutMs, maxLockTimeoutMs)) {
    try {
      return await work(timeoutMs)
    } catch (error) {
      const isLocked = lockedStates.has(getErrorCode(error) ?? '')
      if (!isLocked || performance.now() - startedAt > retryForMs) throw error
      log?.warn({ timeoutMs }, 'The migration waits for tables that other connections use')
      await delay(timeoutMs)
    }
  }
}
