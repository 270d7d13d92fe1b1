import type { InterfaceLanguage } from '@playhub/contract'
import type { BuildDeps } from '../builds/index.ts'
import type { Catalogue, Library } from '../catalogue/index.ts'
import type { Play } from '../game-tokens/index.ts'
import type { Sessions } from '../hub-sessions/index.ts'
import type { Leaderboards } from '../leaderboards/index.ts'
import type { Payments } from '../payments/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import type { HubConfig } from '../platform/hub-config.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { RequestLimits } from '../platform/limits/request-limits.ts'

type Player = {
  playerId: string
  nickName: string
  language: InterfaceLanguage
  createdAt: number
  isBanned: boolean
}

/** The game server API's dependencies on the hub. */
export type Deps = {
  db: Db
  clock: Clock
  jobs: Jobs
  config: HubConfig
  builds: BuildDeps
  catalogue: Pick<Catalogue, 'content' | 'projects' | 'project'>
  /** Undefined when the account does not exist. */
  findAccount(playerId: string): Promise<Player | undefined>
  payments: Pick<Payments, 'forProject'>
  sessions: Pick<Sessions, 'getPlayerId' | 'hasLoggedIn'>
  play: Pick<Play, 'hasPlayed'>
  requestLimits: RequestLimits
  library: Pick<Library, 'hasPlayed'>
  leaderboards: Pick<Leaderboards, 'submitForServer' | 'addProgress' | 'listAchievements'>
  /** Locks the account until the transaction ends. @throws Refusal UNAUTHORIZED when it is erased, ACCOUNT_BANNED */
  expectAccount(tx: Db, playerId: string): Promise<void>
}
