import { join } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import { prepareDataFolder, restrictDatabaseFile } from '../database/data-folder.ts'
import { getErrorCode, getErrorMessage } from '../errors.ts'
import { StartupError } from '../startup-error.ts'

export type FolderLock = { release(): void }

/**
 * Keeps a second hub out of a data folder: it would take the first hub's jobs for crashed ones and run them twice. The
 * lock is an open transaction on its own file, so the operating system releases it however the process dies. Commands
 * and backups use the database beside the hub and take no lock.
 * @throws StartupError when another hub holds it, or the folder cannot be written
 */
export function lockDataFolder(dataDir: string): FolderLock {
  prepareDataFolder(dataDir)
  const file = join(dataDir, 'hub.lock')
  restrictDatabaseFile(file)
  const lock = new BetterSqlite(file, { timeout: 0 })
  try {
    // A killed hub would leave a journal on disk.
    lock.pragma('journal_mode = MEMORY')
    lock.exec('begin exclusive')
  } catch (cause) {
    lock.close()
    throw new StartupError(
      getErrorCode(cause)?.startsWith('SQLITE_BUSY')
        ? `Another hub uses the data folder ${dataDir}: stop it, set DATA_DIR to another folder, or use PostgreSQL for several hubs.`
        : `The data folder ${dataDir} cannot be locked: ${getErrorMessage(cause)}.`,
      { cause },
    )
  }
  return { release: () => lock.close() }
}
