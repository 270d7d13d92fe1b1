import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await createTickets(db)
  await createTicketMessages(db)
}

async function createTickets(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('tickets')
    .addColumn('id', 'text', (column) => column.primaryKey())
    // The foreign key prevents a ticket from outliving an account erased at the same time.
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

async function createTicketMessages(db: Kysely<unknown>): Promise<void> {
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
