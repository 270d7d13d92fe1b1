import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import BetterSqlite, { type Database } from 'better-sqlite3'
import { createBuildStorage, folderIdFile, readLocation } from '../builds/index.ts'
import { stockContent } from '../catalogue/index.ts'
import type { Config } from '../config.ts'
import { restrictDatabaseFile } from '../platform/database/data-folder.ts'
import type { Db } from '../platform/database/database.ts'
import { withQueryTimeout } from '../platform/database/postgres-driver.ts'
import {
  addBuilds,
  addContent,
  addFile,
  buildsFolder,
  hasTable,
  openForFiles,
  type SavedBuild,
} from './backup-file.ts'
import { encryptFile } from './encryption.ts'

export type BackupDeps = { config: Config; openDb: () => Promise<Db> }

type Writing = {
  /** The SQLite database; null for PostgreSQL, whose dump is apart. */
  source: string | null
  target: string
  /** Without one, the file is not encrypted. */
  recipients: string[]
}

/**
 * Copies builds, content and a consistent snapshot of the database into one file, encrypted if there is a recipient. It
 * gets its name once it is complete and synced.
 * @returns how many files of builds are missing
 */
export async function writeBackup(
  deps: BackupDeps,
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
    missing = await addFiles(deps, copy)
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

/** The database comes first, so the files of its builds are there unless they are deleted now. */
async function addFiles({ config, openDb }: BackupDeps, copy: string): Promise<number> {
  const database = openForFiles(copy)
  try {
    const builds = config.databaseUrl === null ? readBuilds(database) : await loadBuilds(openDb)
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

async function loadBuilds(openDb: BackupDeps['openDb']): Promise<SavedBuild[]> {
  const db = await openDb()
  try {
    const ready = db
      .selectFrom('builds')
      .leftJoin('gameVersions', 'gameVersions.buildId', 'builds.id')
      .select(['builds.project', 'number', 'manifest', 'buildId'])
      .where('state', '=', 'ready')
    const rows = await withQueryTimeout(0, () => ready.execute())
    return rows.map(({ buildId, ...build }) => ({ ...build, isCurrent: buildId !== null }))
  } finally {
    await db.destroy()
  }
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
