import { readdirSync } from 'node:fs'
import { parse } from 'node:path'
import { sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration'
import { getErrorMessage } from '../errors.ts'
import type { Log } from '../observability/log.ts'
import { StartupError } from '../startup-error.ts'
import type { Db } from './database.ts'
import { withQueryTimeout } from './postgres-driver.ts'

/** Forward-only migrations. Names sort by date. */
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
export async function expectDatabase(db: Db, address: string): Promise<void> {
  try {
    await sql`select 1`.execute(db)
  } catch (cause) {
    throw new StartupError(`The database at ${address} does not answer: start it or check DATABASE_URL.`, {
      cause,
    })
  }
}

/**
 * Migrates the database to this version. Migrations from a newer version stay: they only add, so hubs of both versions
 * share a database during an upgrade, and the older version still starts after a rollback.
 * @throws StartupError when the database does not respond or a migration fails.
 */
export async function migrate(db: Db, migrations: Migrations, address: string, log?: Log): Promise<void> {
  await expectDatabase(db, address)
  const executed = await executedMigrations(db)
  const newer = executed.filter((name) => !migrations.names.includes(name))
  if (newer.length > 0) log?.warn({ newer }, 'The database has migrations of a newer version; they stay')
  // The migrator would wait for a lock that all schemas in a PostgreSQL database share.
  if (migrations.names.every((name) => executed.includes(name))) return
  const known = {
    ...(await migrations.load()),
    ...Object.fromEntries(newer.map((name) => [name, alreadyExecuted])),
  }
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => known },
    // A newer version may have run its migrations before one of ours that sorts before them.
    allowUnorderedMigrations: true,
  })
  const { error, results } = await withQueryTimeout(0, () => migrator.migrateToLatest())
  if (!error) return
  const failed = results?.find(({ status }) => status === 'Error')?.migrationName ?? 'the schema'
  throw new StartupError(`The database could not be migrated (${failed}): ${getErrorMessage(error)}.`, {
    cause: error,
  })
}

const alreadyExecuted: Migration = { up: async () => {} }

/** Empty before the first start. */
export async function executedMigrations(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return []
  const { rows } = await sql<{
    name: string
  }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(db)
  return rows.map(({ name }) => name)
}
