import type { LoginTickets } from '../platform/authentication/login-tickets.ts'
import type { PasskeyVerifier } from '../platform/authentication/passkeys/verify-passkey.ts'
import type { HashQueue } from '../platform/authentication/passwords/hash-queue.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import type { HubConfig } from '../platform/hub-config.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Mail } from '../platform/mail/mail.ts'
import type { Log } from '../platform/observability/log.ts'

/** Collaborators of operators. */
export type OperatorsDeps = {
  db: Db
  clock: Clock
  log: Log
  jobs: Jobs
  mail: Mail
  config: HubConfig
  getBrand(): string
}

/** Dependencies of the use cases. */
export type Deps = OperatorsDeps & {
  hashQueue: HashQueue
  passkeys: PasskeyVerifier
  loginTickets: LoginTickets
}

/** Dependencies of changes to operators; a command has no more. */
export type ManagementDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'config'>

/** Origin of a call. */
export type OperatorClient = {
  ip: string
  userAgent: string
  /** True if the client has closed its connection. */
  isAborted(): boolean
}
