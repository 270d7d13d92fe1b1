import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { createDb, type Db } from '../platform/database/database.ts'
import { databaseAddress, openDialect } from '../platform/database/dialects.ts'
import { expectDatabase } from '../platform/database/migrations.ts'
import { StartupError } from '../platform/startup-error.ts'

/** @throws StartupError when there is no SQLite file: a command must not found an empty hub. */
export function sqliteFileOf({ dataDir }: Config): string {
  const file = join(dataDir, 'playhub.sqlite')
  if (existsSync(file)) return file
  throw new StartupError(`There is no database in ${dataDir}: set DATA_DIR to the hub's data folder.`)
}

/**
 * The hub's database as it stands, without bringing it up to date.
 * @throws StartupError when there is none, or it does not answer.
 */
export async function openExistingDb(config: Config): Promise<Db> {
  const { databaseUrl, dataDir } = config
  if (databaseUrl === null) sqliteFileOf(config)
  const db = createDb(openDialect(databaseUrl, dataDir))
  await expectDatabase(db, databaseAddress(databaseUrl, dataDir))
  return db
}
