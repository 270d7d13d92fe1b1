import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import BetterSqlite, { type Database } from 'better-sqlite3'
import { createBuildStorage, folderIdFile, readLocation } from '../../builds/index.ts'
import { stockContent } from '../../catalogue/index.ts'
import { restrictDatabaseFile } from '../../platform/database/data-folder.ts'
import { getErrorMessage } from '../../platform/errors.ts'
import { type CommandContext, existingSqliteFile, onDatabase } from '../command-context.ts'
import { count } from '../format.ts'
import { decryptFile, encryptFile } from './encryption.ts'
import {
  addBuilds,
  addContent,
  addFile,
  buildsFolder,
  hasTable,
  openForFiles,
  type SavedBuild,
} from './files.ts'

/**
 * Copies builds, content and a consistent snapshot of the database into one file, encrypted if there is a recipient. It
 * gets its name once it is complete and synced.
 */
export async function backUp(
  context: CommandContext,
  [file = '']: string[],
  { recipient = [] }: { recipient?: string[] },
): Promise<number> {
  const { config, print } = context
  const target = resolve(file)
  if (existsSync(target)) {
    print(`${target} already exists: choose a new file name.`)
    return 1
  }
  const source = config.databaseUrl === null ? existingSqliteFile(config) : null
  if (source === null)
    print(
      'Builds and content are backed up. PostgreSQL has its own tool, to be run before: pg_dump --format=custom "$DATABASE_URL" > <file>.dump',
    )
  try {
    const missing = await writeBackup(context, { source, target, recipients: recipient })
    print(`${source ?? 'All but the database'} is backed up to ${target}`)
    if (missing === 0) return 0
    print(
      `It lacks ${count(missing, 'file')} of builds that are not stored: "npm run hub -- doctor" names the builds.`,
    )
    return 1
  } catch (error) {
    print(`The backup could not be written to ${target}: ${getErrorMessage(error)}.`)
    return 1
  }
}

/** Writes the decrypted copy for an encrypted backup. */
export async function decryptBackup(
  { print }: CommandContext,
  [file = '', target = '']: string[],
  { identity }: { identity?: string },
): Promise<number> {
  if (identity === undefined) {
    print('Name the key: backup decrypt <file> <new file> --identity <key file>')
    return 1
  }
  try {
    await decryptFile(resolve(file), resolve(target), identity)
  } catch (error) {
    print(`${resolve(file)} could not be decrypted: ${getErrorMessage(error)}.`)
    return 1
  }
  print(`${resolve(file)} is decrypted to ${resolve(target)}`)
  return 0
}

type Writing = { source: string | null; target: string; recipients: string[] }

/** @returns how many files of builds are missing */
async function writeBackup(
  context: CommandContext,
  { source, target, recipients }: Writing,
): Promise<number> {
  const copy = `${target}.unfinished`
  const encrypted = `${target}.encrypted`
  let missing: number
  for (const file of [copy, encrypted]) rmSync(file, { force: true })
  try {
    // SQLite writes into an empty file and keeps its permissions.
    restrictDatabaseFile(copy)
    if (source !== null) copyDatabase(source, copy)
    missing = await addFiles(context, copy)
    if (recipients.length > 0) await encryptFile(copy, encrypted, recipients)
    else sync(copy, 'r+')
    renameSync(recipients.length > 0 ? encrypted : copy, target)
  } finally {
    for (const file of [copy, encrypted]) rmSync(file, { force: true })
  }
  // Windows cannot open a folder; it syncs the rename itself.
  if (process.platform !== 'win32') sync(dirname(target), 'r')
  return missing
}

function copyDatabase(source: string, copy: string): void {
  const database = new BetterSqlite(source, { readonly: true, fileMustExist: true })
  try {
    database.prepare('vacuum into ?').run(copy)
  } finally {
    database.close()
  }
}

/** The database comes first, so that the files of its builds are there unless they are deleted now. */
async function addFiles(context: CommandContext, copy: string): Promise<number> {
  const { config } = context
  const database = openForFiles(copy)
  try {
    const builds = config.databaseUrl === null ? readBuilds(database) : await loadBuilds(context)
    const missing = await addBuilds(database, createBuildStorage(config.buildStorage), builds)
    const location = await readLocation(config.buildStorage)
    if (location?.startsWith('disk:'))
      await addFile(database, buildsFolder + folderIdFile, [Buffer.from(location.slice(5))])
    if (config.contentDir !== stockContent && existsSync(config.contentDir))
      await addContent(database, config.contentDir)
    return missing
  } finally {
    database.close()
  }
}

/** A database of an earlier version may have no builds. */
function readBuilds(database: Database): SavedBuild[] {
  if (!hasTable(database, 'game_versions')) return []
  return database
    .prepare<[], SavedBuild>(
      `select project, number, manifest, id in (select build_id from game_versions) as "isCurrent"
      from builds where state = 'ready'`,
    )
    .all()
}

async function loadBuilds(context: CommandContext): Promise<SavedBuild[]> {
  let builds: SavedBuild[] = []
  await onDatabase(context, async ({ db }) => {
    const rows = await db
      .selectFrom('builds')
      .leftJoin('gameVersions', 'gameVersions.buildId', 'builds.id')
      .select(['builds.project', 'number', 'manifest', 'buildId'])
      .where('state', '=', 'ready')
      .execute()
    builds = rows.map(({ buildId, ...build }) => ({ ...build, isCurrent: buildId !== null }))
  })
  return builds
}

/** `vacuum into` does not sync the copy to the disk. */
function sync(path: string, flags: string): void {
  const handle = openSync(path, flags)
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
