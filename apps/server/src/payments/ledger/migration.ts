import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Migrations } from '../../platform/database/migrations.ts'

/** Append-only: a released step never changes. */
export const paymentMigrations: Migrations = {
  '2026-11-21-20-payments': {
    up: async (db) => {
      await createOrders(db)
      await createAttempts(db)
      await createProviderEvents(db)
      await createPurchases(db)
      await createRefunds(db)
      await createDisputes(db)
      await createWebhooks(db)
      await createReceipts(db)
    },
  },
}

async function createOrders(db: Db): Promise<void> {
  await db.schema
    .createTable('orders')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('player_id', 'text', (column) => column.notNull())
    .addColumn('project', 'text', (column) => column.notNull())
    .addColumn('item_id', 'text', (column) => column.notNull())
    .addColumn('title_ru', 'text', (column) => column.notNull())
    .addColumn('title_en', 'text', (column) => column.notNull())
    .addColumn('price_rub_minor', 'bigint', (column) => column.notNull().check(sql`price_rub_minor > 0`))
    .addColumn('price_usd_minor', 'bigint', (column) => column.notNull().check(sql`price_usd_minor > 0`))
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) =>
      column.notNull().check(sql`status in ('none', 'pending', 'paid', 'fail')`),
    )
    .addColumn('provider', 'text')
    .addColumn('currency', 'text')
    .addColumn('amount_minor', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('started_at', 'bigint')
    .addColumn('paid_at', 'bigint')
    .addColumn('paid_attempt_id', 'text')
    .addColumn('refunded_minor', 'bigint', (column) => column.notNull())
    .addColumn('metadata', 'text', (column) => column.notNull())
    .addCheckConstraint(
      'orders_paid_complete',
      sql`status <> 'paid' or (paid_at is not null and provider is not null and currency is not null and amount_minor is not null)`,
    )
    .execute()
  await db.schema.createIndex('orders_of_player').on('orders').columns(['player_id', 'id']).execute()
  await db.schema
    .createIndex('orders_started_of_player_in_project')
    .on('orders')
    .columns(['player_id', 'project', 'id'])
    .where(sql.ref('started_at'), 'is not', null)
    .execute()
  await db.schema
    .createIndex('orders_pending')
    .on('orders')
    .column('started_at')
    .where(sql.ref('status'), '=', sql.lit('pending'))
    .execute()
}

async function createAttempts(db: Db): Promise<void> {
  await db.schema
    .createTable('attempts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('provider_payment_id', 'text')
    .addColumn('amount_minor', 'bigint', (column) => column.notNull().check(sql`amount_minor > 0`))
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) =>
      column.notNull().check(sql`state in ('open', 'succeeded', 'failed', 'cancelled')`),
    )
    .addColumn('receipt_email', 'text')
    .addColumn('paid_with', 'text')
    .addColumn('review_reason', 'text')
    .addColumn('checked_at', 'bigint', (column) => column.notNull())
    .addColumn('next_check_at', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('closed_at', 'bigint')
    .addColumn('superseded_at', 'bigint')
    .addColumn('next_totals_check_at', 'bigint')
    .addColumn('reconciled_at', 'bigint')
    .addUniqueConstraint('attempts_at_provider', ['provider', 'provider_payment_id'])
    .execute()
  await db.schema.createIndex('attempts_of_order').on('attempts').column('order_id').execute()
  // A lock: an order is open at one provider at a time.
  await db.schema
    .createIndex('attempts_one_open')
    .unique()
    .on('attempts')
    .column('order_id')
    .where(sql.ref('state'), '=', sql.lit('open'))
    .execute()
  await db.schema
    .createIndex('attempts_to_check')
    .on('attempts')
    .column('next_check_at')
    .where(sql.ref('state'), '=', sql.lit('open'))
    .execute()
  await db.schema
    .createIndex('attempts_superseded')
    .on('attempts')
    .column('next_check_at')
    .where(sql.ref('superseded_at'), 'is not', null)
    .execute()
  await createScheduleIndex(db, 'attempts_to_compare', 'attempts', 'next_totals_check_at')
}

async function createProviderEvents(db: Db): Promise<void> {
  await db.schema
    .createTable('provider_events')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('event_key', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('provider_payment_id', 'text')
    .addColumn('raw', 'text', (column) => column.notNull())
    .addColumn('received_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('provider_events_once', ['provider', 'event_key'])
    .execute()
  await db.schema
    .createIndex('provider_events_of_payment')
    .on('provider_events')
    .column('provider_payment_id')
    .execute()
}

async function createPurchases(db: Db): Promise<void> {
  await db.schema
    .createTable('purchases')
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
  await db.schema
    .createIndex('purchases_of_player')
    .on('purchases')
    .columns(['player_id', 'state', 'project'])
    .execute()
  await db.schema.createIndex('purchases_of_project').on('purchases').columns(['project', 'id']).execute()
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
    .addColumn('sent_at', 'bigint')
    .addColumn('next_check_at', 'bigint')
    .addColumn('settled_at', 'bigint')
    .addColumn('mailed_at', 'bigint')
    .addUniqueConstraint('refunds_once', ['order_id', 'request_key'])
    .addUniqueConstraint('refunds_at_provider', ['attempt_id', 'provider_refund_id'])
    .execute()
  await createScheduleIndex(db, 'refunds_to_check', 'refunds', 'next_check_at')
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
  await createScheduleIndex(db, 'disputes_to_check', 'disputes', 'next_check_at')
}

/** An order has one webhook for its payment, and one for every state change of each refund and dispute. */
async function createWebhooks(db: Db): Promise<void> {
  await db.schema
    .createTable('webhooks')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
    .addColumn('project', 'text', (column) => column.notNull())
    .addColumn('player_id', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) =>
      column.notNull().check(sql`state in ('waiting', 'delivered', 'dead')`),
    )
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('last_error', 'text')
    .addColumn('next_try_at', 'bigint', (column) => column.notNull())
    .addColumn('leased_until', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('delivered_at', 'bigint')
    .addUniqueConstraint('webhooks_once', ['order_id', 'type', 'subject'])
    .execute()
  await db.schema
    .createIndex('webhooks_waiting')
    .on('webhooks')
    .columns(['project', 'player_id', 'id'])
    .where(sql.ref('state'), '=', sql.lit('waiting'))
    .execute()
  await db.schema
    .createIndex('webhooks_dead')
    .on('webhooks')
    .columns(['project', 'id'])
    .where(sql.ref('state'), '=', sql.lit('dead'))
    .execute()
}

async function createReceipts(db: Db): Promise<void> {
  await db.schema
    .createTable('receipts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('order_id', 'text', (column) => column.notNull().unique().references('orders.id'))
    .addColumn('number', 'text', (column) => column.notNull().unique())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('email', 'text')
    .addColumn('mailed_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
}

/** For rows that have a due time; most have none any more. */
async function createScheduleIndex(db: Db, name: string, table: string, column: string): Promise<void> {
  await db.schema.createIndex(name).on(table).column(column).where(sql.ref(column), 'is not', null).execute()
}
