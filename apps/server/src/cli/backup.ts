import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import BetterSqlite from 'better-sqlite3'
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

function copyDatabase(source: string, target: string): void {
  const unfinished = `${target}.unfinished`
  rmSync(unfinished, { force: true })
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
