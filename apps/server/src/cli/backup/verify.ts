import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import BetterSqlite, { type Database } from 'better-sqlite3'
import { listKeys, parseManifest } from '../../builds/index.ts'
import { getErrorMessage } from '../../platform/errors.ts'
import type { CommandContext } from '../command-context.ts'
import { count } from '../format.ts'
import { decryptFile, isEncrypted } from './encryption.ts'
import { buildsFolder, contentFolder, hasTable, listFiles, readCurrentBuilds, readFile } from './files.ts'

type Found = { problems: string[]; contents: string[] }

/** Reads the whole backup: the pages and foreign keys of its database, and each file of the builds that players get. */
export async function verifyBackup(
  { print, setJson }: CommandContext,
  [file = '']: string[],
  { identity }: { identity?: string },
): Promise<number> {
  const path = resolve(file)
  const { problems, contents } = await readBackup(path, identity)
  setJson({ file: path, problems, contents })
  for (const line of [...contents, ...problems]) print(line)
  if (problems.length === 0) print(`${path} is complete and can be restored.`)
  return problems.length === 0 ? 0 : 1
}

async function readBackup(file: string, identity: string | undefined): Promise<Found> {
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
    const hasFiles = hasTable(database, 'backup_files')
    const hasDatabase = hasTable(database, 'kysely_migration')
    if (!hasFiles) database.prepare('select count(*) from kysely_migration').get()
    return {
      problems: [
        ...broken,
        ...(dangling.length > 0 ? [`${dangling.length} rows refer to missing ones`] : []),
        ...(broken.length > 0 ? [] : listFileProblems(database)),
      ],
      contents: [
        ...(hasDatabase ? [] : ['The database is in the dump of pg_dump.']),
        ...(hasFiles ? describeFiles(database) : ['It has the database alone, without builds and content.']),
      ],
    }
  } finally {
    database.close()
  }
}

function listFileProblems(database: Database): string[] {
  const files = listFiles(database)
  const damaged = files.flatMap((file) => {
    try {
      for (const _ of readFile(database, file));
      return []
    } catch (error) {
      return [`${getErrorMessage(error)}.`]
    }
  })
  const paths = new Set(files.map(({ path }) => path))
  const incomplete = readCurrentBuilds(database).flatMap(({ project, number, manifest }) => {
    const keys = [...listKeys(project, parseManifest(manifest))]
    const missing = keys.filter((key) => !paths.has(buildsFolder + key))
    return missing.length === 0
      ? []
      : [`Build ${number} of ${project} lacks ${count(missing.length, 'file')}.`]
  })
  return [...damaged, ...incomplete]
}

function describeFiles(database: Database): string[] {
  const content = listFiles(database).filter(({ path }) => path.startsWith(contentFolder))
  const builds = readCurrentBuilds(database).map(
    ({ project, number, manifest }) =>
      `Build ${number} of ${project}: ${count(parseManifest(manifest).size, 'file')}`,
  )
  return [...builds, `Content: ${count(content.length, 'file')}`]
}
