import type { Catalogue } from '../catalogue/index.ts'
import type { CountPlayer } from '../insights/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import type { Authenticate } from '../platform/http/api.ts'
import type { HubConfig } from '../platform/hub-config.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Log } from '../platform/observability/log.ts'

/** Plays' dependencies on the hub. */
export type Deps = {
  db: Db
  clock: Clock
  log: Log
  jobs: Jobs
  config: HubConfig
  catalogue: Pick<Catalogue, 'project' | 'content'>
  authenticate: Authenticate
  /** Undefined when the account does not exist. */
  findAccount(playerId: string): Promise<{ nickName: string } | undefined>
  /** Adds playing time to a game in the player's library. */
  addPlaySeconds(tx: Db, playerId: string, project: string, seconds: number): Promise<void>
  /** Records a day of play of a player. */
  countPlayer: CountPlayer
}
