import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { checkBackup } from '../../hub-data/check-backup.ts'
import { decryptFile } from '../../hub-data/encryption.ts'
import { restoreBackup } from '../../hub-data/restore-backup.ts'
import { writeBackup } from '../../hub-data/write-backup.ts'
import { recordOperation } from '../../platform/audit-log.ts'
import { transact } from '../../platform/database/database.ts'
import { existingSqliteFile } from '../../platform/database/existing-database.ts'
import { getErrorMessage } from '../../platform/errors.ts'
import { CommandError } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { count } from '../format.ts'

export async function backUp(
  context: CommandContext,
  [file = '']: string[],
  { recipient = [] }: { recipient?: string[] },
): Promise<number> {
  const { config, print } = context
  const target = resolve(file)
  if (existsSync(target)) throw new CommandError(`${target} already exists: choose a new file name.`)
  const source = config.databaseUrl === null ? existingSqliteFile(config) : null
  if (source === null)
    print(
      'Builds and content are backed up. PostgreSQL has its own tool, to be run before: pg_dump --format=custom "$DATABASE_URL" > <file>.dump',
    )
  const missing = await orExplain(
    `The backup could not be written to ${target}`,
    writeBackup(context, { source, target, recipients: recipient }),
  )
  print(`${source ?? 'All but the database'} is backed up to ${target}`)
  await recordBackup(context, target)
  if (missing === 0) return 0
  print(
    `It lacks ${count(missing, 'file')} of builds that are not stored: "npm run hub -- doctor" names the builds.`,
  )
  return 1
}

/** The console tells a new hub's owner to take a backup until there is one. The copy is good without this record. */
async function recordBackup({ openDb, clock, print, user }: CommandContext, target: string): Promise<void> {
  try {
    const db = await openDb()
    try {
      const operation = { operator: user, reason: null }
      const change = { action: 'hub.backup', subject: 'backup', after: { file: basename(target) } }
      await transact(db, (tx) => recordOperation(tx, operation, { ...change, at: clock.now() }))
    } finally {
      await db.destroy()
    }
  } catch (error) {
    print(`The audit log does not have it: ${getErrorMessage(error)}.`)
  }
}

/** Writes the decrypted copy for an encrypted backup. */
export async function decryptBackup(
  { print }: CommandContext,
  [file = '', target = '']: string[],
  { identity }: { identity?: string },
): Promise<void> {
  if (identity === undefined)
    throw new CommandError('Name the key: backup decrypt <file> <new file> --identity <key file>')
  const [source, copy] = [resolve(file), resolve(target)]
  await orExplain(`${source} could not be decrypted`, decryptFile(source, copy, identity))
  print(`${source} is decrypted to ${copy}`)
}

export async function verifyBackup(
  { print, setJson }: CommandContext,
  [file = '']: string[],
  { identity }: { identity?: string },
): Promise<number> {
  const path = resolve(file)
  const { problems, contents } = await checkBackup(path, identity)
  setJson({ file: path, problems, contents })
  for (const line of [...contents, ...problems]) print(line)
  if (problems.length === 0) print(`${path} is complete and can be restored.`)
  return problems.length === 0 ? 0 : 1
}

export async function restore(
  { config, print }: CommandContext,
  [file = '']: string[],
  { identity }: { identity?: string },
): Promise<void> {
  const source = resolve(file)
  const restored = await orExplain(`${source} cannot be restored`, restoreBackup(config, source, identity))
  const { files, isContentRestored, database } = restored
  print(`${count(files, 'file')} of builds are stored`)
  if (!isContentRestored)
    print(`The content stays as it is in ${config.contentDir}, because that is not empty`)
  print(database === null ? 'pg_restore restores the database.' : `The database is in ${database}`)
}

/** @throws CommandError in place of any error */
function orExplain<T>(failure: string, work: Promise<T>): Promise<T> {
  return work.catch((error) => {
    throw new CommandError(`${failure}: ${getErrorMessage(error)}.`)
  })
}

/** Includes PostgreSQL dumps, so one command cleans both. */
const backupFile = /\.(sqlite|dump)(\.age)?$/

/** Deletes a folder's oldest backups. Other files stay, and so does the hub's database. */
export async function pruneBackups(
  { config, print, setJson }: CommandContext,
  [folder = '']: string[],
  options: { keep?: string },
): Promise<void> {
  const keep = Number(options.keep)
  if (!Number.isInteger(keep) || keep < 1)
    throw new CommandError('Say how many backups to keep, at least one: backup prune <folder> --keep 14')
  const dir = resolve(folder)
  if (dir === config.dataDir)
    throw new CommandError(`${dir} is the data folder of the hub: keep backups in another one.`)
  const backups = readdirSync(dir)
    .filter((name) => backupFile.test(name))
    .map((name) => ({ file: join(dir, name), writtenAt: statSync(join(dir, name)).mtimeMs }))
    .sort((one, other) => other.writtenAt - one.writtenAt)
  const deleted = backups.slice(keep).map(({ file }) => file)
  for (const file of deleted) rmSync(file)
  setJson({ kept: Math.min(keep, backups.length), deleted })
  for (const file of deleted) print(`Deleted ${file}`)
  print(`Kept ${count(Math.min(keep, backups.length), 'backup')} in ${dir}`)
}
