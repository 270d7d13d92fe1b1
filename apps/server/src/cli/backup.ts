import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import { restrictDatabaseFile } from '../platform/database/data-folder.ts'
import { existingSqliteFile, type Operator } from './operator.ts'

/** Copies a consistent snapshot of the database. The copy gets its name once it is complete and synced. */
export function backUp({ config, print }: Operator, file: string): number {
  if (config.databaseUrl !== null) {
    print('This hub uses PostgreSQL. Use its own tool: pg_dump --format=custom "$DATABASE_URL" > <file>')
    return 1
  }
  const target = resolve(file)
  if (existsSync(target)) {
    print(`${target} already exists: choose a new file name.`)
    return 1
  }
  const source = existingSqliteFile(config)
  try {
    copyDatabase(source, target)
  } catch (error) {
    print(`The backup could not be written to ${target}: ${(error as Error).message}.`)
    return 1
  }
  print(`${source} is backed up to ${target}`)
  return 0
}

/** Reads the whole copy: its pages, its foreign keys, and whether it is the database of a hub. */
export function verifyBackup({ print, answer }: Operator, file: string): number {
  const problems = problemsOf(resolve(file))
  answer({ file: resolve(file), problems })
  for (const problem of problems) print(problem)
  if (problems.length === 0) print(`${resolve(file)} is complete and can be restored.`)
  return problems.length === 0 ? 0 : 1
}

function problemsOf(file: string): string[] {
  try {
    const database = new BetterSqlite(file, { readonly: true, fileMustExist: true })
    try {
      const lines = database.pragma('integrity_check') as { integrity_check: string }[]
      const broken = lines.map((line) => line.integrity_check).filter((line) => line !== 'ok')
      const dangling = database.pragma('foreign_key_check') as unknown[]
      database.prepare('select count(*) from kysely_migration').get()
      return [...broken, ...(dangling.length > 0 ? [`${dangling.length} rows refer to missing ones`] : [])]
    } finally {
      database.close()
    }
  } catch (error) {
    return [`${file} is not the backup of a hub: ${(error as Error).message}.`]
  }
}

function copyDatabase(source: string, target: string): void {
  const unfinished = `${target}.unfinished`
  rmSync(unfinished, { force: true })
  // SQLite writes into an empty file and keeps its permissions.
  restrictDatabaseFile(unfinished)
  const database = new BetterSqlite(source, { readonly: true, fileMustExist: true })
  try {
    database.prepare('vacuum into ?').run(unfinished)
  } finally {
    database.close()
  }
  sync(unfinished, 'r+')
  renameSync(unfinished, target)
  // Windows cannot open a folder; it syncs the rename itself.
  if (process.platform !== 'win32') sync(dirname(target), 'r')
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
