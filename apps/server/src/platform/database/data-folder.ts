import { accessSync, chmodSync, closeSync, constants, existsSync, mkdirSync, openSync } from 'node:fs'
import { getErrorCode } from '../errors.ts'
import { StartupError } from '../startup-error.ts'

const ownerOnlyFolder = 0o700
const ownerOnlyFile = 0o600

/**
 * Creates the data folder if missing, readable only by the hub's user.
 * @throws StartupError when it cannot be created or written
 */
export function prepareDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: ownerOnlyFolder })
    accessSync(dataDir, constants.W_OK)
    restrictAccess(dataDir, ownerOnlyFolder)
  } catch (cause) {
    throw new StartupError(
      `The data folder ${dataDir} cannot be written: make it writable or set DATA_DIR.`,
      { cause },
    )
  }
}

/**
 * Makes a database file readable only by the hub's user, and creates it if missing. SQLite gives its companion files
 * the same permissions; existing ones are corrected.
 */
export function restrictDatabaseFile(file: string): void {
  closeSync(openSync(file, 'a', ownerOnlyFile))
  for (const each of [file, `${file}-wal`, `${file}-shm`])
    if (existsSync(each)) restrictAccess(each, ownerOnlyFile)
}

/** Only the owner may change permissions; a mounted volume may have another owner. */
function restrictAccess(path: string, mode: number): void {
  try {
    chmodSync(path, mode)
  } catch (error) {
    if (getErrorCode(error) !== 'EPERM') throw error
  }
}
