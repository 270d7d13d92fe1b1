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
import { buildsFolder, contentFolder, hasTable, listFiles, readFile } from './files.ts'

/** Overwrites no database and no content. Files of builds never change under their names. */
export async function restoreBackup(
  { config, print }: CommandContext,
  [file = '']: string[],
  { identity }: { identity?: string },
): Promise<number> {
  const source = resolve(file)
  const target = join(config.dataDir, 'playhub.sqlite')
  const copy = `${target}.unfinished`
  const refuse = (problem: string) => {
    print(problem)
    return 1
  }
  if (!existsSync(source)) return refuse(`There is no file ${source}.`)
  if (config.databaseUrl === null && existsSync(target))
    return refuse(`${target} already exists: set DATA_DIR to an empty folder.`)
  if (isEncrypted(source) && identity === undefined)
    return refuse(`${source} is encrypted: add --identity <key file> to read it.`)
  try {
    prepareDataFolder(config.dataDir)
    rmSync(copy, { force: true })
    if (identity !== undefined && isEncrypted(source)) await decryptFile(source, copy, identity)
    else copyFileSync(source, copy)
    restrictDatabaseFile(copy)
    for (const line of await restoreFiles(copy, config)) print(line)
    if (config.databaseUrl !== null) print('The database is restored by pg_restore.')
    else if (takeDatabase(copy, target)) print(`The database is in ${target}`)
    else return refuse(`${source} has no database: set DATABASE_URL, and restore its dump by pg_restore.`)
    return 0
  } catch (error) {
    return refuse(`${source} could not be restored: ${getErrorMessage(error)}.`)
  } finally {
    rmSync(copy, { force: true })
  }
}

/** @returns what to tell about it */
async function restoreFiles(file: string, config: CommandContext['config']): Promise<string[]> {
  const database = new BetterSqlite(file, { readonly: true })
  try {
    const files = listFiles(database)
    const builds = files.filter(({ path }) => path.startsWith(buildsFolder))
    const content = files.filter(({ path }) => path.startsWith(contentFolder))
    const stored = await restoreBuilds(database, builds, config.buildStorage)
    const told = [`${count(stored, 'file')} of builds are stored`]
    if (content.length === 0) return told
    if (existsSync(config.contentDir) && readdirSync(config.contentDir).length > 0)
      return [...told, `The content stays as it is in ${config.contentDir}, because that is not empty`]
    await restoreContent(database, content, config.contentDir)
    return [...told, `The content is in ${config.contentDir}: ${count(content.length, 'file')}`]
  } finally {
    database.close()
  }
}

type Files = ReturnType<typeof listFiles>

async function restoreBuilds(
  database: Database,
  files: Files,
  config: CommandContext['config']['buildStorage'],
): Promise<number> {
  const storage = createBuildStorage(config)
  let stored = 0
  for (const file of files) {
    const key = file.path.slice(buildsFolder.length)
    const content = () => Readable.from(readFile(database, file), { objectMode: false })
    if (key === folderIdFile && config.kind === 'disk' && !existsSync(join(config.folder, key))) {
      await mkdir(config.folder, { recursive: true, mode: 0o700 })
      await writeFile(join(config.folder, key), content(), { mode: 0o600 })
    }
    if (!isStorageKey(key)) continue
    await storage.put(key, content(), 0)
    stored += 1
  }
  return stored
}

async function restoreContent(database: Database, files: Files, folder: string): Promise<void> {
  for (const file of files) {
    const path = resolve(folder, file.path.slice(contentFolder.length))
    if (!path.startsWith(join(resolve(folder), '/'))) throw new Error(`${file.path} leads out of the folder`)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, readFile(database, file))
  }
}

/** @returns false when the backup has none */
function takeDatabase(copy: string, target: string): boolean {
  const database = new BetterSqlite(copy)
  try {
    if (!hasTable(database, 'kysely_migration')) return false
    if (hasTable(database, 'backup_files'))
      database.exec('drop table backup_files; drop table backup_builds; vacuum')
  } finally {
    database.close()
  }
  renameSync(copy, target)
  return true
}
