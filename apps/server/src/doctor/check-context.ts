import type { Config } from '../config.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'

/** What the checks look at. */
export type CheckContext = {
  config: Config
  clock: Clock
  /** Each check closes what it opens. */
  openDb: () => Promise<Db>
}
