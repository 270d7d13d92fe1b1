import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { HubConfig } from '../hub-config.ts'
import { StartupError } from '../startup-error.ts'
import { createDb, type Db } from './database.ts'
import { databaseLocation, openDialect } from './dialects.ts'
import { expectDatabase } from './migrations/migrations.ts'

/**
 * Opens the hub's database without migrating it.
 * @throws StartupError when there is none, or it does not respond.
 */
export async function openExistingDb(config: Pick<HubConfig, 'databaseUrl' | 'dataDir'>): Promise<Db> {
  const { databaseUrl, dataDir } = config
  if (databaseUrl === null) existingSqliteFile(config)
  const db = createDb(openDialect(databaseUrl, dataDir))
  await expectDatabase(db, databaseLocation(databaseUrl, dataDir))
  return db
}

/** @throws StartupError when there is no SQLite file, because a command must not create an empty hub. */
export function existingSqliteFile({ dataDir }: Pick<HubConfig, 'dataDir'>): string {
  const file = join(dataDir, 'playhub.sqlite')
  if (existsSync(file)) return file
  throw new StartupError(`There is no database in ${dataDir}: set DATA_DIR to the hub's data folder.`)
}
