import { copyFileSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import BetterSqlite, { type Database } from 'better-sqlite3'
import { createBuildStorage, folderIdFile, isStorageKey } from '../../builds/index.ts'
import { prepareDataFolder, restrictDatabaseFile } from '../../platform/database/data-folder.ts'
import { getErrorMessage } from '../../platform/errors.ts'
import type { CommandContext } from '../command-context.ts'
import { count } from '../format.ts'
import { decryptFile, isEncrypted } from './encryption.ts'
import { buildsFolder, contentFolder, hasTable, listFiles, readFile, type SavedFile } from './files.ts'

/** Overwrites no database and no content. Files of builds never change under their names. */
export async function restoreBackup(
  { config, print }: CommandContext,
  [file = '']: string[],
  { identity }: { identity?: string },
): Promise<number> {
  const source = resolve(file)
  const target = config.databaseUrl === null ? join(config.dataDir, 'playhub.sqlite') : null
  const copy = join(config.dataDir, 'restoring.unfinished')
  try {
    const isAge = isEncrypted(source)
    if (isAge && identity === undefined) throw new Error('it is encrypted, add --identity <key file>')
    if (target !== null && existsSync(target))
      throw new Error(`${target} already exists, set DATA_DIR to an empty folder`)
    prepareDataFolder(config.dataDir)
    rmSync(copy, { force: true })
    if (isAge && identity !== undefined) await decryptFile(source, copy, identity)
    else copyFileSync(source, copy)
    restrictDatabaseFile(copy)
    for (const line of await restoreFiles(copy, config)) print(line)
    if (target !== null) renameSync(copy, target)
    print(target === null ? 'pg_restore restores the database.' : `The database is in ${target}`)
    return 0
  } catch (error) {
    print(`${source} cannot be restored: ${getErrorMessage(error)}.`)
    return 1
  } finally {
    rmSync(copy, { force: true })
  }
}

/** Moves the files out of the database. @returns lines about them */
async function restoreFiles(
  file: string,
  { buildStorage, contentDir, databaseUrl }: CommandContext['config'],
): Promise<string[]> {
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
    const stored = builds.filter(({ path }) => isStorageKey(path.slice(buildsFolder.length)))
    const lines = [`${count(stored.length, 'file')} of builds are stored`]
    const content = listFiles(database, contentFolder)
    const isOccupied = existsSync(contentDir) && readdirSync(contentDir).length > 0
    if (isOccupied && content.length > 0)
      lines.push(`The content stays as it is in ${contentDir}, because that is not empty`)
    if (!isOccupied) for (const each of content) await writeUnder(contentDir, each, database)
    if (databaseUrl === null && hasTable(database, 'backup_files'))
      database.exec('drop table backup_files; drop table backup_builds; vacuum')
    return lines
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
