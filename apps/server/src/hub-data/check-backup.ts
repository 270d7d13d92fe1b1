import { rmSync } from 'node:fs'
import BetterSqlite, { type Database } from 'better-sqlite3'
import { parseManifest } from '../builds/index.ts'
import { getErrorMessage } from '../platform/errors.ts'
import {
  buildsFolder,
  contentFolder,
  hasTable,
  listBuildKeys,
  listFiles,
  readFile,
  type SavedBuild,
} from './backup-file.ts'
import { decryptFile, isEncrypted } from './encryption.ts'

/** Sentences. */
type Found = { problems: string[]; contents: string[] }

/**
 * Reads the whole backup: the pages and foreign keys of its database, and each file of a build.
 * @param identity  File with the key of an encrypted backup.
 */
export async function checkBackup(file: string, identity: string | undefined): Promise<Found> {
  const decrypted = `${file}.unfinished`
  const refuse = (problem: string) => ({ problems: [problem], contents: [] })
  try {
    if (!isEncrypted(file)) return checkFile(file)
    if (identity === undefined) return refuse(`${file} is encrypted: add --identity <key file> to read it.`)
    rmSync(decrypted, { force: true })
    await decryptFile(file, decrypted, identity)
    return checkFile(decrypted)
  } catch (error) {
    return refuse(`${file} is not the backup of a hub: ${getErrorMessage(error)}.`)
  } finally {
    rmSync(decrypted, { force: true })
  }
}

function checkFile(file: string): Found {
  const database = new BetterSqlite(file, { readonly: true, fileMustExist: true })
  try {
    const lines = database.prepare<[], string>('pragma integrity_check').pluck().all()
    const broken = lines.filter((line) => line !== 'ok')
    const dangling = database.prepare('pragma foreign_key_check').all()
    if (dangling.length > 0) broken.push(`${dangling.length} rows refer to missing ones`)
    if (hasTable(database, 'backup_files')) return checkFiles(database, broken)
    database.prepare('select count(*) from kysely_migration').get()
    return { problems: broken, contents: ['It has the database alone, without builds and content.'] }
  } finally {
    database.close()
  }
}

/** Opens each current build. */
function checkFiles(database: Database, problems: string[]): Found {
  const contents = hasTable(database, 'kysely_migration') ? [] : ['The database is in the dump of pg_dump.']
  const whole = new Set<string>()
  for (const file of listFiles(database, buildsFolder))
    try {
      for (const _ of readFile(database, file));
      whole.add(file.path)
    } catch (error) {
      problems.push(`${getErrorMessage(error)}.`)
    }
  for (const build of database.prepare<[], SavedBuild>('select * from backup_builds').all()) {
    const name = `Build ${build.number} of ${build.project}`
    const lost = listBuildKeys(build).filter((key) => !whole.has(buildsFolder + key))
    if (lost.length > 0) problems.push(`${name} lacks ${countFiles(lost.length)}.`)
    else contents.push(`${name}: ${countFiles(parseManifest(build.manifest).size)}`)
  }
  const version = readContentVersion(database)
  const place = version === null ? '' : `version ${version} of the database, `
  contents.push(`Content: ${place}${countFiles(listFiles(database, contentFolder).length)}`)
  return { problems, contents }
}

/** Null for content in a folder. */
function readContentVersion(database: Database): number | null {
  if (!hasTable(database, 'content_versions')) return null
  const newest = database
    .prepare<[], { number: number; source: string }>(
      'select number, source from content_versions order by number desc limit 1',
    )
    .get()
  return newest?.source === 'database' ? newest.number : null
}

const countFiles = (count: number) => `${count} ${count === 1 ? 'file' : 'files'}`
