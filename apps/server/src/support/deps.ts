import type { Catalogue } from '../catalogue/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import type { HubConfig } from '../platform/hub-config.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Mail } from '../platform/mail/mail.ts'

/** The order that a ticket is about. */
export type TicketOrder = {
  id: string
  project: string
  titles: string | null
  titleRu: string
  titleEn: string
}

/** One event in an order, described for an operator. */
export type TimelineEntry = { at: number; says: string; reason: string | null }

/** What support needs from the hub. */
export type Deps = {
  db: Db
  clock: Clock
  jobs: Jobs
  mail: Mail
  config: HubConfig
  catalogue: Pick<Catalogue, 'content' | 'getBrand' | 'project' | 'textsIn'>
  /** Undefined when the account does not exist. */
  findAccount(
    playerId: string,
  ): Promise<{ nickName: string; currentAuthType: string; email: string | null } | undefined>
  /** Locks the account until the transaction ends; throws Refusal UNAUTHORIZED when it does not exist. */
  expectAccount(tx: Db, playerId: string): Promise<void>
  /** The email's form that messages are sent to. */
  canonicalEmail(email: string): string
  /** @throws Refusal PAYMENT_NOT_FOUND for an unknown order or another player's */
  expectOrder(playerId: string, orderId: string): Promise<TicketOrder>
  /** Oldest first. */
  listTimeline(orderId: string): Promise<TimelineEntry[]>
}
