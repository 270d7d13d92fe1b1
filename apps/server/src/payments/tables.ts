import type { Currency, InterfaceLanguage, OrderStatus, PaymentProvider } from '@playhub/contract'
import { sql } from 'kysely'
import type { Migrations } from '../platform/database/migrations.ts'

declare module '../platform/database/database.ts' {
  interface Tables {
    orders: OrderRow
    attempts: AttemptRow
    deliveries: DeliveryRow
    purchases: PurchaseRow
    webhooks: WebhookRow
    receipts: ReceiptRow
  }
}

/** What a player asked for, with its title and price as they were at that moment. */
export type OrderRow = {
  /** The specification's payment id. */
  id: string
  playerId: string
  project: string
  itemId: string
  titleRu: string
  titleEn: string
  priceRubMinor: number
  priceUsdMinor: number
  /** Of the player when ordering: letters about the order are written in it. */
  language: InterfaceLanguage
  status: OrderStatus
  /** The provider chosen last, and what it charges; null until one is chosen. */
  provider: PaymentProvider | null
  currency: Currency | null
  amountMinor: number | null
  createdAt: number
  /** When paying first began; null for an order nobody has tried to pay. */
  startedAt: number | null
  paidAt: number | null
  /** The attempt that paid it. */
  paidAttemptId: string | null
  /** What went back of it for good, lost disputes included; refunds and disputes have rows of their own. */
  refundedMinor: number
  /** JSON: what the game team has noted on it. */
  metadata: string
}

type AttemptState = 'open' | 'succeeded' | 'failed' | 'cancelled'

/** One try at a provider. */
export type AttemptRow = {
  /** Also the provider's idempotency key. */
  id: string
  orderId: string
  provider: PaymentProvider
  /** Null until the provider's answer to the create call is known. */
  providerId: string | null
  amountMinor: number
  currency: Currency
  state: AttemptState
  /** As it was sent to the provider: a repeated create call must say exactly the same. */
  receiptEmail: string | null
  /** What was paid with, such as "Visa •••• 4242". */
  paidWith: string | null
  /** Why the provider's word is not believed; an operator looks at it. */
  heldReason: string | null
  checkedAt: number
  nextCheckAt: number
  createdAt: number
  closedAt: number | null
  /** When another way to pay was chosen while this one could still be paid; null again once its provider has ended it. */
  supersededAt: number | null
  /** When its charge is compared with the provider's books again; null while unpaid, and in the end. */
  nextAuditAt: number | null
  /** When reconciliation settled it, because nobody else had; null for all others. */
  reconciledAt: number | null
}

/** A provider's webhook, filed as it came. */
export type DeliveryRow = {
  id: string
  provider: PaymentProvider
  deliveryKey: string
  kind: string
  /** What it is about, at the provider. */
  providerId: string | null
  raw: string
  receivedAt: number
}

/** `frozen`: the money is in dispute or on its way back. `revoked`: it went back. */
type PurchaseState = 'granted' | 'frozen' | 'consumed' | 'revoked'

/** What the player owns until the game consumes it. */
export type PurchaseRow = {
  id: string
  orderId: string
  playerId: string
  project: string
  itemId: string
  state: PurchaseState
  createdAt: number
  consumedAt: number | null
}

type WebhookState = 'waiting' | 'delivered' | 'dead'

/** A signed message to a game server. */
export type WebhookRow = {
  /** The `webhook-id` of every try. */
  id: string
  orderId: string
  project: string
  playerId: string
  type: string
  /** Which change of what it tells; empty for the payment itself. */
  subject: string
  /** JSON, as it is sent every time. */
  body: string
  state: WebhookState
  attempts: number
  lastError: string | null
  /** Not told before; 0 for at once. */
  nextTryAt: number
  /** While a hub is telling it. */
  leasedUntil: number
  createdAt: number
  deliveredAt: number | null
}

export type ReceiptRow = {
  id: string
  orderId: string
  number: string
  /** What it says for ever, JSON: a receipt does not change when a seller or a game is renamed. */
  facts: string
  email: string | null
  mailedAt: number | null
  createdAt: number
}

export const orderMigrations: Migrations = {
  '2026-11-21-20-payments': {
    up: async (db) => {
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
        .addCheckConstraint(
          'orders_paid_whole',
          sql`status <> 'paid' or (paid_at is not null and provider is not null and currency is not null and amount_minor is not null)`,
        )
        .execute()
      await db.schema
        .createIndex('orders_begun_of_player')
        .on('orders')
        .columns(['player_id', 'id'])
        .where(sql.ref('started_at'), 'is not', null)
        .execute()
      await db.schema
        .createIndex('orders_begun_of_player_in_project')
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

      await db.schema
        .createTable('attempts')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
        .addColumn('provider', 'text', (column) => column.notNull())
        .addColumn('provider_id', 'text')
        .addColumn('amount_minor', 'bigint', (column) => column.notNull().check(sql`amount_minor > 0`))
        .addColumn('currency', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) =>
          column.notNull().check(sql`state in ('open', 'succeeded', 'failed', 'cancelled')`),
        )
        .addColumn('receipt_email', 'text')
        .addColumn('paid_with', 'text')
        .addColumn('held_reason', 'text')
        .addColumn('checked_at', 'bigint', (column) => column.notNull())
        .addColumn('next_check_at', 'bigint', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('closed_at', 'bigint')
        .addColumn('refund_id', 'text')
        .addUniqueConstraint('attempts_at_provider', ['provider', 'provider_id'])
        .execute()
      await db.schema.createIndex('attempts_of_order').on('attempts').column('order_id').execute()
      // The lock of promise 5: an order is open at one provider at a time.
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
        .createTable('deliveries')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('provider', 'text', (column) => column.notNull())
        .addColumn('delivery_key', 'text', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('provider_id', 'text')
        .addColumn('raw', 'text', (column) => column.notNull())
        .addColumn('received_at', 'bigint', (column) => column.notNull())
        .addUniqueConstraint('deliveries_once', ['provider', 'delivery_key'])
        .execute()

      await db.schema
        .createTable('purchases')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('order_id', 'text', (column) => column.notNull().unique().references('orders.id'))
        .addColumn('player_id', 'text', (column) => column.notNull())
        .addColumn('project', 'text', (column) => column.notNull())
        .addColumn('item_id', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) =>
          column.notNull().check(sql`state in ('granted', 'consumed', 'revoked')`),
        )
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('consumed_at', 'bigint')
        .execute()
      await db.schema
        .createIndex('purchases_of_player')
        .on('purchases')
        .columns(['player_id', 'state', 'project'])
        .execute()

      await db.schema
        .createTable('webhooks')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
        .addColumn('project', 'text', (column) => column.notNull())
        .addColumn('type', 'text', (column) => column.notNull())
        .addColumn('body', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) =>
          column.notNull().check(sql`state in ('waiting', 'delivered', 'dead')`),
        )
        .addColumn('attempts', 'integer', (column) => column.notNull())
        .addColumn('last_error', 'text')
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('delivered_at', 'bigint')
        .addUniqueConstraint('webhooks_once', ['order_id', 'type'])
        .execute()

      await db.schema
        .createTable('receipts')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('order_id', 'text', (column) => column.notNull().unique().references('orders.id'))
        .addColumn('number', 'text', (column) => column.notNull().unique())
        .addColumn('facts', 'text', (column) => column.notNull())
        .addColumn('email', 'text')
        .addColumn('mailed_at', 'bigint')
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute()
    },
  },
  // A player's own copy has the orders nobody paid too, and a deleted account leaves none of its addresses behind.
  '2026-11-21-60-payments-of-player': {
    up: async (db) => {
      await db.schema.dropIndex('orders_begun_of_player').execute()
      await db.schema.createIndex('orders_of_player').on('orders').columns(['player_id', 'id']).execute()
      await db.schema.createIndex('deliveries_of_payment').on('deliveries').column('provider_id').execute()
    },
  },
  '2026-11-21-70-superseded-attempts': {
    up: async (db) => {
      await db.schema.alterTable('attempts').addColumn('superseded_at', 'bigint').execute()
      await db.schema
        .createIndex('attempts_superseded')
        .on('attempts')
        .column('next_check_at')
        .where(sql.ref('superseded_at'), 'is not', null)
        .execute()
    },
  },
}
