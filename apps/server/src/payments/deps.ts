import type { Registry } from 'prom-client'
import type { Catalogue } from '../catalogue/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import type { HubConfig } from '../platform/hub-config.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Mail } from '../platform/mail/mail.ts'
import type { Log } from '../platform/observability/log.ts'
import type { Provider, Providers } from './provider.ts'
import type { PaymentsConfig } from './providers/index.ts'
import type { AttemptRow } from './records/tables.ts'
import type { Wallets } from './wallets.ts'

/** Dependencies from elsewhere in the hub. */
export type PaymentNeeds = {
  db: Db
  clock: Clock
  log: Log
  jobs: Jobs
  mail: Mail
  registry: Registry
  config: Pick<
    HubConfig,
    'mode' | 'http' | 'databaseUrl' | 'retention' | 'getWebhookSecrets' | 'webhookNetworks'
  > & { payments: PaymentsConfig }
  catalogue: Pick<
    Catalogue,
    | 'content'
    | 'getBrand'
    | 'project'
    | 'projects'
    | 'item'
    | 'saleState'
    | 'lowestPrice'
    | 'messagesIn'
    | 'onChange'
  >
  /** Undefined when the account has been deleted. */
  findAccount(playerId: string): Promise<{ email: string | null; receiptEmail: string | null } | undefined>
  /** Locks the account until the transaction ends. False when it has been deleted. */
  lockAccount(tx: Tx, playerId: string): Promise<boolean>
  saveReceiptEmail(playerId: string, email: string): Promise<void>
}

export type Deps = PaymentNeeds & {
  providers: Providers
  wallets: Wallets
  /** Signs receipt links. */
  linkSecret: string
  /** What the database stores of a code, as it was typed. */
  hashCode: (code: string) => string
}

/** @throws Error when the attempt's provider is no longer configured */
export function getProvider({ providers }: Deps, { provider: name }: Pick<AttemptRow, 'provider'>): Provider {
  const provider = providers[name]
  if (!provider) throw new Error(`${name} has payments here but is not configured: restore its keys`)
  return provider
}

/** Email for receipts: the player's choice, else the account's own; null when there is none. */
export async function findReceiptEmail({ findAccount }: Deps, playerId: string): Promise<string | null> {
  const account = await findAccount(playerId)
  return account?.receiptEmail ?? account?.email ?? null
}
