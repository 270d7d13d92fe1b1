import type { Currency } from '@playhub/contract'
import { sql } from 'kysely'
import { DAY_MS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Migrations } from '../../platform/database/migrations.ts'

declare module '../../platform/database/database.ts' {
  interface Tables {
    refunds: RefundRow
    disputes: DisputeRow
  }
}

/** `provider`: somebody returned the money at the provider's own desk. */
export type RefundRequester = 'game' | 'operator' | 'hub' | 'provider'

export type RefundState = 'pending' | 'succeeded' | 'failed'

/** Money on its way back. While it is not failed, its sum is taken from what may still be returned. */
export type RefundRow = {
  /** Also the provider's idempotency key. */
  id: string
  orderId: string
  attemptId: string
  /** The caller's name of it: asked for twice it is one refund. */
  requestKey: string
  amountMinor: number
  currency: Currency
  reason: string
  requestedBy: RefundRequester
  state: RefundState
  /** Null until the provider's answer is known, and for what was found in its books without a name. */
  providerRefundId: string | null
  /** What went wrong last. */
  error: string | null
  createdAt: number
  /** When the provider was first asked: from then on it may have happened. */
  askedAt: number | null
  /** Null when there is nothing left to ask the provider about it. */
  nextCheckAt: number | null
  settledAt: number | null
  mailedAt: number | null
}

export type DisputeState = 'open' | 'won' | 'lost'

/** A buyer's bank wants the money back. */
export type DisputeRow = {
  id: string
  orderId: string
  attemptId: string
  providerDisputeId: string
  amountMinor: number
  currency: string
  /** The provider's own word for it. */
  reason: string
  state: DisputeState
  openedAt: number
  settledAt: number | null
  /** Null once it is settled. */
  nextCheckAt: number | null
}

export const refundMigrations: Migrations = {
  '2026-11-21-80-refunds': {
    up: async (db: Db) => {
      await createRefunds(db)
      await createDisputes(db)
      await widenOrders(db)
      await widenAttempts(db)
      await widenPurchases(db)
      await widenWebhooks(db)
    },
  },
}

async function createRefunds(db: Db): Promise<void> {
  await db.schema
    .createTable('refunds')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
    .addColumn('attempt_id', 'text', (column) => column.notNull().references('attempts.id'))
    .addColumn('request_key', 'text', (column) => column.notNull())
    .addColumn('amount_minor', 'bigint', (column) => column.notNull().check(sql`amount_minor > 0`))
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('requested_by', 'text', (column) =>
      column.notNull().check(sql`requested_by in ('game', 'operator', 'hub', 'provider')`),
    )
    .addColumn('state', 'text', (column) =>
      column.notNull().check(sql`state in ('pending', 'succeeded', 'failed')`),
    )
    .addColumn('provider_refund_id', 'text')
    .addColumn('error', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('asked_at', 'bigint')
    .addColumn('next_check_at', 'bigint')
    .addColumn('settled_at', 'bigint')
    .addColumn('mailed_at', 'bigint')
    .addUniqueConstraint('refunds_once', ['order_id', 'request_key'])
    .addUniqueConstraint('refunds_at_provider', ['attempt_id', 'provider_refund_id'])
    .execute()
  await createIndexOfPlanned(db, 'refunds_to_check', 'refunds', 'next_check_at')
}

async function createDisputes(db: Db): Promise<void> {
  await db.schema
    .createTable('disputes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
    .addColumn('attempt_id', 'text', (column) => column.notNull().references('attempts.id'))
    .addColumn('provider_dispute_id', 'text', (column) => column.notNull())
    .addColumn('amount_minor', 'bigint', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull().check(sql`state in ('open', 'won', 'lost')`))
    .addColumn('opened_at', 'bigint', (column) => column.notNull())
    .addColumn('settled_at', 'bigint')
    .addColumn('next_check_at', 'bigint')
    .addUniqueConstraint('disputes_once', ['attempt_id', 'provider_dispute_id'])
    .execute()
  await db.schema.createIndex('disputes_of_order').on('disputes').column('order_id').execute()
  await createIndexOfPlanned(db, 'disputes_to_check', 'disputes', 'next_check_at')
}

/** An order knows which attempt paid it; until now that was the one without a refund. */
async function widenOrders(db: Db): Promise<void> {
  await db.schema
    .alterTable('orders')
    .addColumn('refunded_minor', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('orders').addColumn('paid_attempt_id', 'text').execute()
  await sql`
    update orders set paid_attempt_id = (
      select min(attempts.id) from attempts
      where attempts.order_id = orders.id and attempts.state = 'succeeded' and attempts.refund_id is null
    ) where status = 'paid'
  `.execute(db)
}

/** Second charges that went back become refunds like all others. */
async function widenAttempts(db: Db): Promise<void> {
  await sql`
    insert into refunds (id, order_id, attempt_id, request_key, amount_minor, currency, reason, requested_by, state,
      provider_refund_id, created_at, asked_at, next_check_at, settled_at)
    select 'second-charge-' || id, order_id, id, 'hub:second-charge-' || id, amount_minor, currency,
      'The order was paid twice', 'hub', 'pending', refund_id, closed_at, closed_at, closed_at, null
    from attempts where refund_id is not null
  `.execute(db)
  await db.schema.alterTable('attempts').dropColumn('refund_id').execute()
  await db.schema.alterTable('attempts').addColumn('next_audit_at', 'bigint').execute()
  await db.schema.alterTable('attempts').addColumn('reconciled_at', 'bigint').execute()
  await sql`update attempts set next_audit_at = closed_at + ${sql.lit(DAY_MS)} where state = 'succeeded'`.execute(
    db,
  )
  await createIndexOfPlanned(db, 'attempts_to_audit', 'attempts', 'next_audit_at')
}

/** A check cannot be changed on SQLite, so the table is written anew. */
async function widenPurchases(db: Db): Promise<void> {
  await db.schema
    .createTable('purchases_with_frozen')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('order_id', 'text', (column) => column.notNull().unique().references('orders.id'))
    .addColumn('player_id', 'text', (column) => column.notNull())
    .addColumn('project', 'text', (column) => column.notNull())
    .addColumn('item_id', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) =>
      column.notNull().check(sql`state in ('granted', 'frozen', 'consumed', 'revoked')`),
    )
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('consumed_at', 'bigint')
    .execute()
  await sql`
    insert into purchases_with_frozen (id, order_id, player_id, project, item_id, state, created_at, consumed_at)
    select id, order_id, player_id, project, item_id, state, created_at, consumed_at from purchases
  `.execute(db)
  await db.schema.dropTable('purchases').execute()
  await db.schema.alterTable('purchases_with_frozen').renameTo('purchases').execute()
  await db.schema
    .createIndex('purchases_of_player')
    .on('purchases')
    .columns(['player_id', 'state', 'project'])
    .execute()
}

/** An order has one webhook of its payment, and one of every change of every refund and dispute. */
async function widenWebhooks(db: Db): Promise<void> {
  await db.schema
    .createTable('webhooks_by_subject')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
    .addColumn('project', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) =>
      column.notNull().check(sql`state in ('waiting', 'delivered', 'dead')`),
    )
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('last_error', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('delivered_at', 'bigint')
    .addUniqueConstraint('webhooks_once_of_subject', ['order_id', 'type', 'subject'])
    .execute()
  await sql`
    insert into webhooks_by_subject
      (id, order_id, project, type, subject, body, state, attempts, last_error, created_at, delivered_at)
    select id, order_id, project, type, '', body, state, attempts, last_error, created_at, delivered_at from webhooks
  `.execute(db)
  await db.schema.dropTable('webhooks').execute()
  await db.schema.alterTable('webhooks_by_subject').renameTo('webhooks').execute()
}

async function createIndexOfPlanned(db: Db, name: string, table: string, column: string): Promise<void> {
  await db.schema.createIndex(name).on(table).column(column).where(sql.ref(column), 'is not', null).execute()
}
