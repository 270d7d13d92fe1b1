import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import type { Operator } from './commands.ts'
import { sqliteFileOf } from './existing-db.ts'

/** Copies the database as of one moment. The copy gets its name once it is whole and on the disk. */
export function backUp({ config, say }: Operator, file: string): number {
  if (config.databaseUrl !== null) {
    say('This hub is on PostgreSQL, which has its own tool: pg_dump --format=custom "$DATABASE_URL" > <file>')
    return 1
  }
  const target = resolve(file)
  if (existsSync(target)) {
    say(`${target} exists: name a new file.`)
    return 1
  }
  const source = sqliteFileOf(config)
  try {
    copyDatabase(source, target)
  } catch (error) {
    say(`The backup could not be written to ${target}: ${(error as Error).message}.`)
    return 1
  }
  say(`${source} is saved as ${target}`)
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
  // A folder cannot be opened on Windows, where the rename is on the disk by itself.
  if (process.platform !== 'win32') sync(dirname(target), 'r')
}

/** `vacuum into` leaves writing to the disk to the system; a backup cannot wait for that. */
function sync(path: string, flags: string): void {
  const handle = openSync(path, flags)
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
