import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { StartupError } from '../startup-error.ts'
import type { Db } from './database.ts'

/** Forward-only steps by name; names sort by date, and a step that has landed is never changed. */
export type Migrations = Record<string, Migration>

/**
 * @param address  Named when nobody answers there.
 * @throws StartupError when the database does not answer.
 */
export async function expectAnswer(db: Db, address: string): Promise<void> {
  try {
    await sql`select 1`.execute(db)
  } catch (cause) {
    throw new StartupError(`The database at ${address} does not answer: start it or check DATABASE_URL.`, {
      cause,
    })
  }
}

/** @throws StartupError when the database does not answer or a step fails. */
export async function migrate(db: Db, migrations: Migrations, address: string): Promise<void> {
  await expectAnswer(db, address)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results } = await migrator.migrateToLatest()
  if (!error) return
  const failed = results?.find((step) => step.status === 'Error')?.migrationName ?? 'the schema'
  throw new StartupError(
    `The database could not be brought up to date (${failed}): ${(error as Error).message}.`,
    {
      cause: error,
    },
  )
}
