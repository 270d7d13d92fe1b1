import type { InterfaceLanguage, TicketAuthor, TicketReason, TicketState } from '@playhub/contract'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import type { Migrations } from '../platform/database/migrations.ts'

declare module '../platform/database/database.ts' {
  interface Tables {
    tickets: TicketRow
    ticketMessages: TicketMessageRow
  }
}

export type TicketRow = {
  id: string
  playerId: string
  /** Null if the ticket is not about a payment. The project and the titles are copied from the order. */
  orderId: string | null
  project: string | null
  /** JSON by language; null in tickets from before the hub had other languages than these two. */
  titles: string | null
  titleRu: string | null
  titleEn: string | null
  reason: TicketReason
  /** Canonical; replies are sent to it. */
  email: string
  /** The player's language when the ticket was opened; emails are in this language. */
  language: InterfaceLanguage
  state: TicketState
  /** Request hash: until support replies, an equal request is the same ticket. Null afterwards. */
  dedupeKey: string | null
  createdAt: number
  updatedAt: number
}

export type TicketMessageRow = {
  id: string
  ticketId: string
  author: TicketAuthor
  text: string
  createdAt: number
}

export const supportMigrations: Migrations = {
  '2026-11-21-90-tickets': {
    up: async (db) => {
      await createTickets(db)
      await createTicketMessages(db)
    },
  },
  '2026-11-22-91-tickets-in-any-language': {
    up: async (db) => {
      await db.schema.alterTable('tickets').addColumn('titles', 'text').execute()
    },
  },
}

async function createTickets(db: Db): Promise<void> {
  await db.schema
    .createTable('tickets')
    .addColumn('id', 'text', (column) => column.primaryKey())
    // The foreign key prevents a ticket from outliving an account that is erased at the same time.
    .addColumn('player_id', 'text', (column) => column.notNull().references('accounts.id'))
    .addColumn('order_id', 'text', (column) => column.references('orders.id'))
    .addColumn('project', 'text')
    .addColumn('title_ru', 'text')
    .addColumn('title_en', 'text')
    .addColumn('reason', 'text', (column) =>
      column.notNull().check(sql`reason in ('DROP_NOT_CREDITED', 'OTHER')`),
    )
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) =>
      column.notNull().check(sql`state in ('open', 'answered', 'closed')`),
    )
    .addColumn('dedupe_key', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('tickets_once', ['player_id', 'dedupe_key'])
    .execute()
  await db.schema.createIndex('tickets_of_player').on('tickets').columns(['player_id', 'id']).execute()
  await db.schema.createIndex('tickets_of_order').on('tickets').column('order_id').execute()
  await db.schema.createIndex('tickets_by_state').on('tickets').columns(['state', 'updated_at']).execute()
}

async function createTicketMessages(db: Db): Promise<void> {
  await db.schema
    .createTable('ticket_messages')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('ticket_id', 'text', (column) => column.notNull().references('tickets.id').onDelete('cascade'))
    .addColumn('author', 'text', (column) => column.notNull().check(sql`author in ('player', 'support')`))
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('ticket_messages_of_ticket')
    .on('ticket_messages')
    .columns(['ticket_id', 'id'])
    .execute()
}
