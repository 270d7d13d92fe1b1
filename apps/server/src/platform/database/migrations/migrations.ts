import { readdirSync } from 'node:fs'
import { parse } from 'node:path'
import { setImmediate as yieldToEvents } from 'node:timers/promises'
import { type KyselyPlugin, SqliteAdapter, sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, type Migration } from 'kysely/migration'
import { getErrorMessage } from '../../errors.ts'
import type { Log } from '../../observability/log.ts'
import { StartupError } from '../../startup-error.ts'
import type { Db } from '../database.ts'
import { withQueryTimeout } from '../postgres-driver.ts'
import { undoInterruptedMigration } from './interrupted-migration.ts'
import { lockMigration, lockTables, retryWhileLocked } from './migration-locks.ts'

/**
 * Forward-only migrations. Names sort by date. A `down` only prepares SQLite files, left in the middle of a migration
 * by releases before 2026-11-29, for `up`.
 */
type Migrations = { names: string[]; load(): Promise<Record<string, Migration>> }

/** @param folder  One module per migration, named by its date and number. */
export function readMigrations(folder: URL): Migrations {
  const names = readdirSync(folder)
    .filter((file) => /^\d.*(?<!\.test)\.ts$/.test(file))
    .map((file) => parse(file).name)
  const load = async (name: string) => [name, await import(new URL(`${name}.ts`, folder).href)] as const
  return { names, load: async () => Object.fromEntries(await Promise.all(names.map(load))) }
}

/**
 * @param address  Shown in the error message.
 * @throws StartupError when the database does not respond.
 */
export async function expectDatabase(db: Db, location: string): Promise<void> {
  try {
    await sql`select 1`.execute(db)
  } catch (cause) {
    throw new StartupError(`The database at ${location} does not answer: start it or check DATABASE_URL.`, {
      cause,
    })
  }
}

/**
 * Migrates the database to this version in one transaction, so an interrupted migration leaves nothing. Migrations from
 * a newer version stay: they only add, so hubs of both versions share a database during an upgrade, and the older
 * version still starts after a rollback.
 * @throws StartupError when the database does not respond or a migration fails.
 */
export async function migrate(db: Db, migrations: Migrations, location: string, log?: Log): Promise<void> {
  await expectDatabase(db, location)
  const executed = await executedMigrations(db)
  const newer = executed.filter((name) => !migrations.names.includes(name))
  if (newer.length > 0) log?.warn({ newer }, 'The database has migrations of a newer version; they stay')
  // The transaction would wait for a lock shared by all schemas in a PostgreSQL database.
  if (migrations.names.every((name) => executed.includes(name))) return
  const known = await migrations.load()
  const progress = { current: 'the schema' }
  const run = (lockTimeoutMs: number) => runPending(db, known, { lockTimeoutMs, progress, log })
  try {
    await withQueryTimeout(0, () => retryWhileLocked(run, log))
  } catch (cause) {
    throw new StartupError(
      `The database could not be migrated (${progress.current}): ${getErrorMessage(cause)}.`,
      { cause },
    )
  }
}

type Run = { lockTimeoutMs: number; progress: { current: string }; log: Log | undefined }

async function runPending(db: Db, known: Record<string, Migration>, run: Run): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  await db.transaction().execute(async (tx) => {
    run.progress.current = 'the schema'
    if (!isSqlite) await lockMigration(tx)
    const executed = await executedMigrations(tx)
    // A newer version's migrations may have run before an older-named one of ours.
    const pending = Object.keys(known)
      .filter((name) => !executed.includes(name))
      .sort()
    if (isSqlite) await undoInterruptedMigration(tx, known, { executed, pending, log: run.log })
    else await lockTables(tx, known, { pending, timeoutMs: run.lockTimeoutMs })
    await createMigrationTable(tx)
    const stepwise = tx.withPlugin(yieldAfterStatements)
    for (const name of pending) {
      run.progress.current = name
      await known[name]?.up(stepwise)
      await recordMigration(tx, name)
    }
  })
}

/** Lets signals stop the process between statements: SQLite's take no turn of the event loop. */
const yieldAfterStatements: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    await yieldToEvents()
    return result
  },
}

/** The table of Kysely's migrator, which older versions run. */
async function createMigrationTable(tx: Db): Promise<void> {
  await tx.schema
    .createTable(DEFAULT_MIGRATION_TABLE)
    .ifNotExists()
    .addColumn('name', 'varchar(255)', (column) => column.notNull().primaryKey())
    .addColumn('timestamp', 'varchar(255)', (column) => column.notNull())
    .execute()
}

async function recordMigration(tx: Db, name: string): Promise<void> {
  await sql`insert into ${sql.table(DEFAULT_MIGRATION_TABLE)} (name, timestamp)
    values (${name}, ${new Date().toISOString()})`.execute(tx)
}

/** Empty before the first start. */
export async function executedMigrations(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return []
  const { rows } = await sql<{
    name: string
  }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(db)
  return rows.map(({ name }) => name)
}
