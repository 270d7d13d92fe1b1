import type { Catalogue } from '../catalogue/index.ts'
import type { Config } from '../config.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Log } from '../platform/observability/log.ts'

/** What hub sessions ask of the rest of the hub. */
export type Deps = {
  db: Db
  clock: Clock
  log: Log
  jobs: Jobs
  config: Config
  catalogue: Pick<Catalogue, 'project'>
  /** The tenant that a host names. */
  tenantOf(host: string): string
}
