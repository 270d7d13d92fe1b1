import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import { restrictDatabaseFile } from '../../platform/database/data-folder.ts'
import { getErrorMessage } from '../../platform/errors.ts'
import { type CommandContext, existingSqliteFile } from '../command-context.ts'
import { decryptFile, encryptFile, isEncrypted } from './encryption.ts'

/**
 * Copies a consistent database snapshot, encrypted if there is a recipient. The copy gets its name once it is complete
 * and synced.
 */
export async function backUp(
  { config, print }: CommandContext,
  [file = '']: string[],
  { recipient = [] }: { recipient?: string[] },
): Promise<number> {
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
    await copyDatabase(source, target, recipient)
  } catch (error) {
    print(`The backup could not be written to ${target}: ${getErrorMessage(error)}.`)
    return 1
  }
  print(`${source} is backed up to ${target}`)
  return 0
}

type IdentityOption = { identity?: string }

/** Reads the whole copy: its pages, its foreign keys, and that it is a hub's database. */
export async function verifyBackup(
  { print, setJson }: CommandContext,
  [file = '']: string[],
  { identity }: IdentityOption,
): Promise<number> {
  const path = resolve(file)
  const problems = await listProblems(path, identity)
  setJson({ file: path, problems })
  for (const problem of problems) print(problem)
  if (problems.length === 0) print(`${path} is complete and can be restored.`)
  return problems.length === 0 ? 0 : 1
}

/** Writes the decrypted copy for an encrypted backup. */
export async function decryptBackup(
  { print }: CommandContext,
  [file = '', target = '']: string[],
  { identity }: IdentityOption,
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

async function listProblems(file: string, identity: string | undefined): Promise<string[]> {
  const decrypted = `${file}.unfinished`
  try {
    if (!isEncrypted(file)) return listDatabaseProblems(file)
    if (identity === undefined) return [`${file} is encrypted: add --identity <key file> to read it.`]
    rmSync(decrypted, { force: true })
    await decryptFile(file, decrypted, identity)
    return listDatabaseProblems(decrypted)
  } catch (error) {
    return [`${file} is not the backup of a hub: ${getErrorMessage(error)}.`]
  } finally {
    rmSync(decrypted, { force: true })
  }
}

function listDatabaseProblems(file: string): string[] {
  const database = new BetterSqlite(file, { readonly: true, fileMustExist: true })
  try {
    const lines = database.prepare<[], string>('pragma integrity_check').pluck().all()
    const broken = lines.filter((line) => line !== 'ok')
    const dangling = database.prepare('pragma foreign_key_check').all()
    database.prepare('select count(*) from kysely_migration').get()
    return [...broken, ...(dangling.length > 0 ? [`${dangling.length} rows refer to missing ones`] : [])]
  } finally {
    database.close()
  }
}

async function copyDatabase(source: string, target: string, recipients: string[]): Promise<void> {
  const copy = `${target}.unfinished`
  const encrypted = `${target}.encrypted`
  for (const file of [copy, encrypted]) rmSync(file, { force: true })
  try {
    // SQLite writes into an empty file and keeps its permissions.
    restrictDatabaseFile(copy)
    const database = new BetterSqlite(source, { readonly: true, fileMustExist: true })
    try {
      database.prepare('vacuum into ?').run(copy)
    } finally {
      database.close()
    }
    if (recipients.length > 0) await encryptFile(copy, encrypted, recipients)
    else sync(copy, 'r+')
    renameSync(recipients.length > 0 ? encrypted : copy, target)
  } finally {
    for (const file of [copy, encrypted]) rmSync(file, { force: true })
  }
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
