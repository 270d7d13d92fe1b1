/**
 * A backup is one SQLite file. Files lie in tables of it, beside those of the hub, in parts, so that a large one is never
 * in memory.
 */
import { createHash } from 'node:crypto'
import { createReadStream, readdirSync, statSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import type { Readable } from 'node:stream'
import BetterSqlite, { type Database } from 'better-sqlite3'
import {
  type BuildRow,
  type BuildStorage,
  listKeys,
  parseManifest,
  StoredFileMissing,
} from '../../builds/index.ts'

export const buildsFolder = 'builds/'
export const contentFolder = 'content/'

/** A build that can be played, as the database describes it. */
export type SavedBuild = Pick<BuildRow, 'project' | 'number' | 'manifest'> & { isCurrent: boolean }

type File = { path: string; first: number; last: number }

/** Opens the file of a backup that is being written; only a finished one is kept, so SQLite needs no journal. */
export function openForFiles(file: string): Database {
  const database = new BetterSqlite(file)
  database.pragma('journal_mode = off')
  database.pragma('synchronous = off')
  database.exec(`create table backup_files (path text not null, content blob not null);
    create table backup_builds (project text, number integer, manifest text, is_current integer)`)
  return database
}

/** @returns the keys that the storage does not have */
export async function addBuilds(
  database: Database,
  storage: BuildStorage,
  builds: SavedBuild[],
): Promise<Set<string>> {
  const insert = database.prepare('insert into backup_builds values (?, ?, ?, ?)')
  const keys = new Set<string>()
  for (const { project, number, manifest, isCurrent } of builds) {
    insert.run(project, number, manifest, isCurrent ? 1 : 0)
    for (const key of listKeys(project, parseManifest(manifest))) keys.add(key)
  }
  const missing = new Set<string>()
  for (const key of keys)
    try {
      await addFile(database, buildsFolder + key, await storage.open(key))
    } catch (error) {
      if (!(error instanceof StoredFileMissing)) throw error
      missing.add(key)
    }
  return missing
}

/** Hidden files, such as those of git, stay out. */
export async function addContent(database: Database, folder: string): Promise<void> {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const isHidden = name.split(sep).some((part) => part.startsWith('.'))
    if (isHidden || !statSync(join(folder, name)).isFile()) continue
    const path = contentFolder + name.replaceAll(sep, '/')
    await addFile(database, path, createReadStream(join(folder, name)))
  }
}

export async function addFile(database: Database, path: string, content: Readable): Promise<void> {
  const insert = database.prepare('insert into backup_files values (?, ?)')
  let parts = 0
  for await (const part of content) {
    insert.run(path, part)
    parts += 1
  }
  if (parts === 0) insert.run(path, Buffer.alloc(0))
}

export function hasTable(database: Database, name: string): boolean {
  return database.prepare('select 1 from sqlite_master where name = ?').get(name) !== undefined
}

/** Backups of earlier versions have the database alone. */
export function listFiles(database: Database): File[] {
  if (!hasTable(database, 'backup_files')) return []
  return database
    .prepare<[], File>(
      'select path, min(rowid) as first, max(rowid) as last from backup_files group by path order by first',
    )
    .all()
}

/** @throws Error at the end of a build's file whose content is not that of its name */
export function* readFile(database: Database, { path, first, last }: File): Generator<Buffer> {
  const parts = database
    .prepare<[number, number], Buffer>('select content from backup_files where rowid between ? and ?')
    .pluck()
  const hash = createHash('sha256')
  for (const part of parts.iterate(first, last)) {
    hash.update(part)
    yield part
  }
  if (path.startsWith(`${buildsFolder}.`) || !path.startsWith(buildsFolder)) return
  if (hash.digest('hex') !== basename(path)) throw new Error(`${path} is damaged`)
}

export function readCurrentBuilds(database: Database): SavedBuild[] {
  if (!hasTable(database, 'backup_builds')) return []
  return database
    .prepare<[], SavedBuild>(
      'select project, number, manifest, is_current as "isCurrent" from backup_builds where is_current = 1',
    )
    .all()
}
