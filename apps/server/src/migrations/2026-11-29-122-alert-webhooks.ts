import type { Kysely } from 'kysely'

/** Webhooks that tell the publisher what needs a person, and what each has been told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('alert_webhooks')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('kinds', 'text', (column) => column.notNull())
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('sent_at', 'bigint')
    .addColumn('status', 'integer')
    .addColumn('error', 'text')
    .execute()
  await db.schema
    .createTable('sent_alerts')
    .addColumn('webhook_id', 'text', (column) =>
      column.notNull().references('alert_webhooks.id').onDelete('cascade'),
    )
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('sent_alerts_key', ['webhook_id', 'key'])
    .execute()
}
