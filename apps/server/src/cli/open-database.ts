import type { Config } from '../config.ts'
import { createDb, type Db } from '../platform/database/database.ts'
import { databaseAddress, openDialect } from '../platform/database/dialects.ts'
import { expectDatabase } from '../platform/database/migrations/migrations.ts'
import { existingSqliteFile } from './command-context.ts'

/**
 * Opens the hub's database without migrating it.
 * @throws StartupError when there is none, or it does not respond.
 */
export async function openExistingDb(config: Config): Promise<Db> {
  const { databaseUrl, dataDir } = config
  if (databaseUrl === null) existingSqliteFile(config)
  const db = createDb(openDialect(databaseUrl, dataDir))
  await expectDatabase(db, databaseAddress(databaseUrl, dataDir))
  return db
}
