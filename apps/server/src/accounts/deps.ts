import type { Config } from '../config.ts'
import type { TextsIn } from '../i18n/server-texts.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Mail } from '../platform/mail/mail.ts'
import type { Log } from '../platform/observability/log.ts'
import type { Captchas } from './captcha/captcha.ts'
import type { Authentication } from './login-sessions/authentication.ts'
import type { SaveLoginSession } from './login-sessions/login-session-writer.ts'
import type { LoginTokens } from './login-sessions/login-tokens.ts'
import type { PasskeyChallenges } from './passkeys/challenges.ts'
import type { HashQueue } from './passwords/hash-queue.ts'
import type { IdentityProviders } from './social-login/providers/index.ts'
import type { LoginTickets } from './two-factor/login-tickets.ts'

export type PersonalRecords = {
  /** The player's records by section, for the data export. Unbounded lists are `Pages`. */
  personalData(playerId: string): Promise<Record<string, unknown>>
  /** Deletes the player's records within the given transaction. */
  erase(tx: Db, playerId: string): Promise<void>
}

/** Collaborators that accounts need from other capabilities. */
export type AccountsDeps = {
  db: Db
  clock: Clock
  log: Log
  jobs: Jobs
  mail: Mail
  config: Config
  /** Default: built-in translations. */
  textsIn?: TextsIn
  /** Failed attempts allowed before a captcha is required; five by default. */
  failedAttemptLimit?: (project?: string) => number
  /** Records who logged in with a hub session. Returns an empty string if the session is unknown or expired. */
  attachHubSession?: (logIn: { id: string; playerId: string; project: string | undefined }) => Promise<string>
  /** Player records in other capabilities. */
  personalRecords?: PersonalRecords
}

/** Dependencies of the account use cases. */
export type Deps = Required<AccountsDeps> & {
  hashQueue: HashQueue
  saveLoginSession: SaveLoginSession
  captchas: Captchas
  passkeyChallenges: PasskeyChallenges
  loginTickets: LoginTickets
  tokens: LoginTokens
  authentication: Authentication
  identityProviders: IdentityProviders
  /** Mixed into code hashes, so that a leaked table alone does not reveal the codes. */
  codePepper: string
}
