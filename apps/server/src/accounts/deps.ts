import type { AuthMethod, InterfaceLanguage } from '@playhub/contract'
import type { MessagesIn } from '../i18n/server-messages.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import type { HubConfig } from '../platform/hub-config.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Mail } from '../platform/mail/mail.ts'
import type { Log } from '../platform/observability/log.ts'

export type PersonalRecords = {
  /** The player's records by section, for the data export. Unbounded lists are `Pages`. */
  personalData(playerId: string): Promise<Record<string, unknown>>
  /** Deletes the player's records within the given transaction. */
  erase(tx: Db, playerId: string): Promise<void>
}

/** Collaborators from other capabilities. */
export type AccountsDeps = {
  db: Db
  clock: Clock
  log: Log
  jobs: Jobs
  mail: Mail
  /** `identity` has null for an unconfigured provider. */
  config: HubConfig & { identity: Record<Exclude<AuthMethod, 'mail'>, object | null> }
  /** Default: built-in translations. */
  messagesIn?: MessagesIn
  /** Failed attempts allowed before a captcha is required; five by default. */
  failedAttemptLimit?: (project?: string) => number
  /** Records who logged in with a hub session. Returns an empty string if the session is unknown or expired. */
  attachHubSession?: (logIn: { id: string; playerId: string; project: string | undefined }) => Promise<string>
  /** True when an account needs a stored consent to the processing of personal data. Default: never. */
  requiresConsent?: () => boolean
  /** A document as players read it, in another language where this one is missing. Default: none. */
  readDocument?: (
    name: string,
    language: InterfaceLanguage,
  ) => { language: InterfaceLanguage; markdown: string } | undefined
  /** Player records in other capabilities. */
  personalRecords?: PersonalRecords
}

/** Dependencies of the account use cases. Folders that need more extend them. */
export type Deps = Required<AccountsDeps> & {
  /** Mixed into code hashes, so a leaked table alone does not reveal the codes. */
  codePepper: string
}
