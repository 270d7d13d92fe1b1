import type { Catalogue } from '../catalogue/index.ts'
import type { Config } from '../config.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Mail } from '../platform/mail/mail.ts'
import type { Log } from '../platform/observability/log.ts'
import type { Providers } from './providers/provider.ts'
import type { Press } from './receipts/pdf-worker-pool.ts'

/** What payments ask of the rest of the hub. */
export type PaymentNeeds = {
  db: Db
  clock: Clock
  log: Log
  jobs: Jobs
  mail: Mail
  config: Config
  catalogue: Pick<Catalogue, 'content' | 'project' | 'projects' | 'item' | 'onChange'>
  /** Undefined when there is no such account any more. */
  accountOf(playerId: string): Promise<{ email: string | null; receiptEmail: string | null } | undefined>
  saveReceiptEmail(playerId: string, email: string): Promise<void>
}

export type Deps = PaymentNeeds & {
  providers: Providers
  press: Press
  /** Signs links to receipts. */
  linkSecret: string
}
