import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** Players' replies by email: how a message arrived, its attachments, and the mails that were received. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('ticket_messages').addColumn('quoted', 'text').execute()
  await db.schema.alterTable('ticket_messages').addColumn('unverified_sender', 'text').execute()
  await db.schema.alterTable('ticket_messages').addColumn('omitted_attachments', 'integer').execute()
  await createAttachments(db)
  await db.schema
    .createTable('received_mails')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('received_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('received_mails_by_time').on('received_mails').column('received_at').execute()
}

async function createAttachments(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  await db.schema
    .createTable('ticket_attachments')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('message_id', 'text', (column) =>
      column.notNull().references('ticket_messages.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('size_bytes', 'integer', (column) => column.notNull())
    .addColumn('bytes', isSqlite ? sql`blob` : sql`bytea`, (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('ticket_attachments_of_message')
    .on('ticket_attachments')
    .columns(['message_id', 'id'])
    .execute()
}
