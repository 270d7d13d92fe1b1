import type { Catalogue } from '../catalogue/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import type { Authenticate } from '../platform/http/api.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Log } from '../platform/observability/log.ts'

/** Leaderboards' dependencies on the hub. */
export type Deps = {
  db: Db
  clock: Clock
  log: Log
  jobs: Jobs
  catalogue: Pick<Catalogue, 'project' | 'projects'>
  authenticate: Authenticate
  /** @throws Refusal PLAY_NOT_FOUND when the hub has not begun the play, or more than a day ago */
  readPlay(playId: string): { project: string; playerId: string | null; startedAt: number }
  /** Locks the account until the transaction ends. @throws Refusal UNAUTHORIZED, ACCOUNT_BANNED */
  expectAccount(tx: Db, playerId: string): Promise<void>
}
