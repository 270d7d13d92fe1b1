import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import type { HubConfig } from '../platform/hub-config.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { BuildsConfig } from './config.ts'
import type { BuildStorage } from './storage/storage.ts'

/** What publishing needs. A command runs it as well as a hub. */
export type Deps = {
  db: Db
  clock: Clock
  jobs: Jobs
  storage: BuildStorage
  config: Pick<HubConfig, 'gameHosting' | 'databaseUrl' | 'mode'> &
    Pick<BuildsConfig, 'builds' | 'buildStorage'>
}
