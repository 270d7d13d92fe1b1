/** A backup is one SQLite file. Files lie in a table of it, in parts, so a large one is never in memory. */
import { createHash } from 'node:crypto'
import { createReadStream, readdirSync, statSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import BetterSqlite, { type Database } from 'better-sqlite3'
import {
  type BuildRow,
  type BuildStorage,
  listKeys,
  parseManifest,
  StoredFileMissing,
} from '../builds/index.ts'

export const buildsFolder = 'builds/'
export const contentFolder = 'content/'

/** A playable build. */
export type SavedBuild = Pick<BuildRow, 'project' | 'number' | 'manifest'> & { isCurrent: unknown }
export type SavedFile = { path: string; first: number; last: number }

/** Only a finished backup is kept, so SQLite needs no journal. */
export function openForFiles(file: string): Database {
  const database = new BetterSqlite(file)
  database.pragma('journal_mode = off')
  database.pragma('synchronous = off')
  return database.exec(`create table backup_files (path text not null, content blob not null);
    create table backup_builds (project text not null, number integer not null, manifest text not null)`)
}

/** Lists the current builds, and adds the files of all. @returns how many files the storage does not have */
export async function addBuilds(
  database: Database,
  storage: BuildStorage,
  builds: SavedBuild[],
): Promise<number> {
  const insert = database.prepare('insert into backup_builds values (?, ?, ?)')
  for (const { project, number, manifest, isCurrent } of builds)
    if (isCurrent) insert.run(project, number, manifest)
  let missing = 0
  for (const key of new Set(builds.flatMap(listBuildKeys)))
    try {
      await addFile(database, buildsFolder + key, await storage.open(key))
    } catch (error) {
      if (!(error instanceof StoredFileMissing)) throw error
      missing += 1
    }
  return missing
}

export function listBuildKeys({ project, manifest }: Pick<SavedBuild, 'project' | 'manifest'>): string[] {
  return [...listKeys(project, parseManifest(manifest))]
}

/** Hidden files, such as those of git, stay out. */
export async function addContent(database: Database, folder: string): Promise<void> {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name)
    if (`${sep}${name}`.includes(`${sep}.`) || !statSync(file).isFile()) continue
    await addFile(database, contentFolder + name.replaceAll(sep, '/'), createReadStream(file))
  }
}

/** An empty part begins each, because a file may be empty. */
export async function addFile(
  database: Database,
  path: string,
  content: AsyncIterable<Buffer> | Buffer[],
): Promise<void> {
  const insert = database.prepare('insert into backup_files values (?, ?)')
  insert.run(path, Buffer.alloc(0))
  for await (const part of content) insert.run(path, part)
}

export function hasTable(database: Database, name: string): boolean {
  return database.prepare('select 1 from sqlite_master where name = ?').get(name) !== undefined
}

/** Backups of earlier versions have none. */
export function listFiles(database: Database, folder: string): SavedFile[] {
  if (!hasTable(database, 'backup_files')) return []
  const query = 'select path, min(rowid) as first, max(rowid) as last from backup_files group by path'
  const files = database.prepare<[], SavedFile>(query).all()
  return files.filter(({ path }) => path.startsWith(folder))
}

/** @throws Error at the end of a build's file whose content does not match its name */
export function* readFile(database: Database, { path, first, last }: SavedFile): Generator<Buffer> {
  const query = 'select content from backup_files where rowid between ? and ?'
  const hash = createHash('sha256')
  for (const part of database.prepare<[number, number], Buffer>(query).pluck().iterate(first, last)) {
    hash.update(part)
    yield part
  }
  if (/^builds\/[^.]/.test(path) && hash.digest('hex') !== basename(path))
    throw new Error(`${path} is damaged`)
}
