import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { StartupError } from '../startup-error.ts'
import type { Db } from './database.ts'

/** Forward-only migrations by name. Names sort by date; a released migration is never changed. */
export type Migrations = Record<string, Migration>

/**
 * @param address  For the error message.
 * @throws StartupError when the database does not answer.
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

/** @throws StartupError when the database does not answer or a migration fails. */
export async function migrate(db: Db, migrations: Migrations, address: string): Promise<void> {
  await expectDatabase(db, address)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results } = await migrator.migrateToLatest()
  if (!error) return
  const failed = results?.find(({ status }) => status === 'Error')?.migrationName ?? 'the schema'
  throw new StartupError(`The database could not be migrated (${failed}): ${(error as Error).message}.`, {
    cause: error,
  })
}
