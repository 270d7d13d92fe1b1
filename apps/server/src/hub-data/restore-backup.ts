import { copyFileSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import BetterSqlite, { type Database } from 'better-sqlite3'
import { createBuildStorage, folderIdFile, isStorageKey } from '../builds/index.ts'
import type { Config } from '../config.ts'
import { prepareDataFolder, restrictDatabaseFile } from '../platform/database/data-folder.ts'
import { buildsFolder, contentFolder, hasTable, listFiles, readFile, type SavedFile } from './backup-file.ts'
import { decryptFile, isEncrypted } from './encryption.ts'

export type Restored = {
  /** Stored files of builds. */
  files: number
  /** False where the backup has content, and CONTENT_DIR is not empty. */
  isContentRestored: boolean
  /** The database's file; null for PostgreSQL, which `pg_restore` restores. */
  database: string | null
}

/**
 * Overwrites no database and no content. Files of builds never change under their names.
 * @param identity  File with the key of an encrypted backup.
 * @throws Error when the file or the place does not fit
 */
export async function restoreBackup(
  config: Config,
  source: string,
  identity: string | undefined,
): Promise<Restored> {
  const database = config.databaseUrl === null ? join(config.dataDir, 'playhub.sqlite') : null
  const copy = join(config.dataDir, 'restoring.unfinished')
  try {
    const isAge = isEncrypted(source)
    if (isAge && identity === undefined) throw new Error('it is encrypted, add --identity <key file>')
    if (database !== null && existsSync(database))
      throw new Error(`${database} already exists, set DATA_DIR to an empty folder`)
    prepareDataFolder(config.dataDir)
    rmSync(copy, { force: true })
    if (isAge && identity !== undefined) await decryptFile(source, copy, identity)
    else copyFileSync(source, copy)
    restrictDatabaseFile(copy)
    const restored = await restoreFiles(copy, config)
    if (database !== null) renameSync(copy, database)
    return { ...restored, database }
  } finally {
    rmSync(copy, { force: true })
  }
}

/** Moves the files out of the database. */
async function restoreFiles(
  file: string,
  { buildStorage, contentDir, databaseUrl }: Config,
): Promise<Omit<Restored, 'database'>> {
  const database = new BetterSqlite(file)
  try {
    if (databaseUrl === null && !hasTable(database, 'kysely_migration'))
      throw new Error('it has no database, set DATABASE_URL and restore the dump by pg_restore')
    const storage = createBuildStorage(buildStorage)
    const builds = listFiles(database, buildsFolder)
    for (const each of builds) {
      const key = each.path.slice(buildsFolder.length)
      if (isStorageKey(key))
        await storage.put(key, Readable.from(readFile(database, each), { objectMode: false }), 0)
      else if (
        key === folderIdFile &&
        buildStorage.kind === 'disk' &&
        !existsSync(join(buildStorage.folder, key))
      )
        await writeUnder(buildStorage.folder, each, database)
    }
    const content = listFiles(database, contentFolder)
    const isOccupied = existsSync(contentDir) && readdirSync(contentDir).length > 0
    if (!isOccupied) for (const each of content) await writeUnder(contentDir, each, database)
    if (databaseUrl === null && hasTable(database, 'backup_files'))
      database.exec('drop table backup_files; drop table backup_builds; vacuum')
    const stored = builds.filter(({ path }) => isStorageKey(path.slice(buildsFolder.length)))
    return { files: stored.length, isContentRestored: !isOccupied || content.length === 0 }
  } finally {
    database.close()
  }
}

async function writeUnder(folder: string, file: SavedFile, database: Database): Promise<void> {
  const path = resolve(folder, file.path.slice(file.path.indexOf('/') + 1))
  if (!path.startsWith(join(resolve(folder), '/'))) throw new Error(`${file.path} leads out of the folder`)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(path, readFile(database, file), { mode: 0o600 })
}
