import { accessSync, constants, mkdirSync } from 'node:fs'
import { StartupError } from '../startup-error.ts'

/** Creates the data folder if missing. @throws StartupError when it cannot be created or written. */
export function prepareDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.W_OK)
  } catch (cause) {
    throw new StartupError(
      `The data folder ${dataDir} cannot be written: make it writable or set DATA_DIR.`,
      { cause },
    )
  }
}
