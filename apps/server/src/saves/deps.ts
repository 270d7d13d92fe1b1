import type { Catalogue } from '../catalogue/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'

/** Saves' dependencies on the hub. */
export type Deps = {
  db: Db
  clock: Clock
  jobs: Jobs
  catalogue: Pick<Catalogue, 'project'>
  /** Locks the account until the transaction ends. @throws Refusal UNAUTHORIZED when it is erased, ACCOUNT_BANNED */
  expectAccount(tx: Db, playerId: string): Promise<void>
}

/** Enough to change saves. */
export type WriteDeps = Pick<Deps, 'db' | 'clock' | 'expectAccount'>
