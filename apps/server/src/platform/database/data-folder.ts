import { accessSync, constants, mkdirSync } from 'node:fs'
import { StartupError } from '../startup-error.ts'

/** Makes the data folder where it is missing. @throws StartupError when it cannot be made or written. */
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
