import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import type { HubConfig } from '../platform/hub-config.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { BuildsConfig } from './config.ts'
import type { BuildStorage } from './storage/storage.ts'

/** Dependencies of publishing. A command runs it as well as a hub. */
export type Deps = {
  db: Db
  clock: Clock
  jobs: Jobs
  storage: BuildStorage
  /** Tells if the project says for which portal its game was made. */
  hasPortal(project: string): boolean
  config: Pick<HubConfig, 'gameHosting' | 'databaseUrl' | 'mode' | 'http'> &
    Pick<BuildsConfig, 'builds' | 'buildStorage'>
}
