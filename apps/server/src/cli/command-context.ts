import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyRefusalCode } from '@playhub/contract/operator'
import type { Config } from '../config.ts'
import type { Operation } from '../platform/audit-log.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { withQueryTimeout } from '../platform/database/postgres-driver.ts'
import { createJobs, type Jobs } from '../platform/jobs/jobs.ts'
import { createLog } from '../platform/observability/log.ts'
import { Refusal } from '../platform/refusal.ts'
import { StartupError } from '../platform/startup-error.ts'

/** What the command line gives. */
export type Terminal = {
  config: Config
  clock: Clock
  openDb: () => Promise<Db>
  print: (line: string) => void
  /** The operating system account that runs the command. */
  user: string
}

/** What commands run with. */
export type CommandContext = Terminal & {
  /** `--by`. */
  by: string | null
  /** `--reason`. */
  reason: string | null
  /** The result for `--json`; without it, the printed lines are. */
  setJson: (result: unknown) => void
}

/** The operating system account makes a change that has no `--by`. */
export function toOperation({ by, user, reason }: CommandContext): Operation {
  return { operator: by ?? user, reason }
}

export const maxListed = 100

/** Tells if the optional argument is `all`; undefined, with a line about it, when it is another word. */
export function readAll({ print }: CommandContext, [which]: string[]): boolean | undefined {
  if (which === undefined || which === 'all') return which === 'all'
  print(`"${which}" is not "all".`)
  return undefined
}

/** A message may have several lines. */
export type RefusalMessages = Partial<
  Record<AnyRefusalCode, (details: Record<string, unknown>) => string | string[]>
>

/** `jobs` only inserts; a running hub picks the jobs up within a second. */
export type CommandDeps = { db: Db; clock: Clock; jobs: Jobs }

/**
 * Runs a command on the hub's database and closes it. A refusal is printed and gives the exit code 1.
 * @returns the exit code: the command's, or 0.
 */
export async function onDatabase(
  { openDb, clock, print }: Terminal,
  run: (deps: CommandDeps) => Promise<number> | Promise<void>,
  messages: RefusalMessages = {},
): Promise<number> {
  const db = await openDb()
  try {
    const deps = { db, clock, jobs: createJobs({ db, clock, log: createLog('silent') }) }
    // Reports may read a whole table.
    return (await withQueryTimeout(0, () => run(deps))) ?? 0
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const message = messages[error.code]?.(error.details ?? {}) ?? error.code
    for (const line of [message].flat()) print(line)
    return 1
  } finally {
    await db.destroy()
  }
}

/** @throws StartupError when there is no SQLite file, because a command must not create an empty hub. */
export function existingSqliteFile({ dataDir }: Config): string {
  const file = join(dataDir, 'playhub.sqlite')
  if (existsSync(file)) return file
  throw new StartupError(`There is no database in ${dataDir}: set DATA_DIR to the hub's data folder.`)
}
