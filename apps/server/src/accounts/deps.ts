import type { InterfaceLanguage } from '@playhub/contract'
import type { Config } from '../config.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Mail } from '../platform/mail/mail.ts'
import type { Log } from '../platform/observability/log.ts'
import type { RobotCheck } from './captcha/captcha.ts'
import type { IdentityProviders } from './identity-providers/index.ts'
import type { Authentication } from './login-sessions/authentication.ts'
import type { KeepLoginSession } from './login-sessions/login-session-writer.ts'
import type { LoginTokens } from './login-sessions/login-tokens.ts'
import type { HashQueue } from './passwords/hash-queue.ts'

export type PersonalRecords = {
  /** The sections of the player's own copy. */
  personalData(playerId: string): Promise<Record<string, unknown>>
  /** Forgets the player, in the transaction given. */
  erase(tx: Db, playerId: string): Promise<void>
}

/** What accounts need from the rest of the hub. */
export type AccountsDeps = {
  db: Db
  clock: Clock
  log: Log
  jobs: Jobs
  mail: Mail
  config: Config
  /** How many failed attempts are free of a robot check; by default five. */
  failedAttemptLimit?: (project?: string) => number
  /** Notes who signed in with a hub session; tells an empty string when that is unknown or has run out. */
  attachHubSession?: (session: string, playerId: string) => Promise<string>
  /** What other capabilities keep of a player. */
  elsewhere?: PersonalRecords
}

/** What the use cases of accounts work with. */
export type Deps = Required<AccountsDeps> & {
  hashQueue: HashQueue
  keepLoginSession: KeepLoginSession
  robotCheck: RobotCheck
  tokens: LoginTokens
  authentication: Authentication
  identityProviders: IdentityProviders
  /** Goes into the hashes of codes, so that the table alone betrays none. */
  codePepper: string
}

/** Who knocks, and from where. */
export type ClientInfo = {
  language: InterfaceLanguage
  /** The hub session that the sign-in belongs to, or an empty string. */
  session: string
  project: string | undefined
  address: string
  userAgent: string
}
