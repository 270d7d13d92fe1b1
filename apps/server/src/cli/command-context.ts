import type { CheckContext } from '../doctor/check-context.ts'
import type { Operation } from '../platform/audit-log.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { withQueryTimeout } from '../platform/database/postgres-driver.ts'
import { createJobs, type Jobs } from '../platform/jobs/jobs.ts'
import { createLog } from '../platform/observability/log.ts'

/** What the command line gives. */
export type Terminal = CheckContext & {
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

/** `jobs` only inserts; a running hub picks the jobs up within a second. */
export type CommandDeps = { db: Db; clock: Clock; jobs: Jobs }

/** Runs a command on the hub's database and closes it. */
export async function onDatabase<T>(
  { openDb, clock }: Terminal,
  run: (deps: CommandDeps) => Promise<T>,
): Promise<T> {
  const db = await openDb()
  try {
    const deps = { db, clock, jobs: createJobs({ db, clock, log: createLog('silent') }) }
    // Reports may read a whole table.
    return await withQueryTimeout(0, () => run(deps))
  } finally {
    await db.destroy()
  }
}
