import type { InterfaceLanguage } from '@playhub/contract'
import type { Registry } from 'prom-client'
import type { Catalogue } from '../catalogue/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import type { HubConfig } from '../platform/hub-config.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Mail } from '../platform/mail/mail.ts'
import type { Log } from '../platform/observability/log.ts'

/** The ticket's order. */
export type TicketOrder = {
  id: string
  project: string
  titles: string | null
  titleRu: string
  titleEn: string
}

/** One event in an order, described for an operator. */
export type TimelineEntry = { at: number; says: string; reason: string | null }

/** Support's dependencies on the hub. */
export type Deps = {
  db: Db
  clock: Clock
  jobs: Jobs
  mail: Mail
  log: Log
  registry: Registry
  config: HubConfig
  catalogue: Pick<Catalogue, 'content' | 'getBrand' | 'project' | 'messagesIn'>
  /** Undefined when the account does not exist. */
  findAccount(
    playerId: string,
  ): Promise<{ nickName: string; currentAuthType: string; email: string | null } | undefined>
  /** The account that has confirmed an email; undefined without one. */
  findPlayerByEmail(email: string): Promise<{ playerId: string; language: InterfaceLanguage } | undefined>
  /** Locks the account until the transaction ends; throws Refusal UNAUTHORIZED when it does not exist. */
  expectAccount(tx: Db, playerId: string): Promise<void>
  /** The email's form for sending messages. */
  canonicalEmail(email: string): string
  /** @throws Refusal PAYMENT_NOT_FOUND for an unknown order or another player's */
  expectOrder(playerId: string, orderId: string): Promise<TicketOrder>
  /** Oldest first. */
  listTimeline(orderId: string): Promise<TimelineEntry[]>
}
