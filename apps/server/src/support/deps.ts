import type { Catalogue } from '../catalogue/index.ts'
import type { Config } from '../config.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Mail } from '../platform/mail/mail.ts'

/** An order, as far as support has to know it. */
export type OrderInQuestion = { id: string; project: string; titleRu: string; titleEn: string }

/** One thing that happened to an order, in words for an operator. */
export type TimelineEntry = { at: number; says: string }

/** What support asks of the rest of the hub. */
export type Deps = {
  db: Db
  clock: Clock
  jobs: Jobs
  mail: Mail
  config: Config
  catalogue: Pick<Catalogue, 'content' | 'project'>
  /** Undefined when there is no such account any more. */
  accountOf(playerId: string): Promise<{ nickName: string; currentAuthType: string } | undefined>
  /** Keeps the account until the transaction ends; throws Refusal UNAUTHORIZED when it is gone. */
  expectAccount(tx: Db, playerId: string): Promise<void>
  /** The one form of an address that letters go to. */
  canonicalEmail(email: string): string
  /** @throws Refusal PAYMENT_NOT_FOUND unless the order is the player's */
  orderOf(playerId: string, orderId: string): Promise<OrderInQuestion>
  /** Oldest first. */
  timelineOf(orderId: string): Promise<TimelineEntry[]>
}
