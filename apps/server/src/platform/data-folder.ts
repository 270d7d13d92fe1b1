import { accessSync, constants, mkdirSync } from 'node:fs'
import { StartupProblem } from './startup-problem.ts'

/** Makes the data folder where it is missing. @throws StartupProblem when it cannot be made or written. */
export function prepareDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.W_OK)
  } catch (cause) {
    throw new StartupProblem(
      `The data folder ${dataDir} cannot be written: make it writable or set DATA_DIR.`,
      { cause },
    )
  }
}
