import type { Kysely } from 'kysely'

/** Older versions sign with the secrets of the environment only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('webhook_secrets')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project', 'text', (column) => column.notNull())
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('ends_at', 'bigint')
    .execute()
  await db.schema
    .createIndex('webhook_secrets_of_project')
    .on('webhook_secrets')
    .columns(['project', 'id'])
    .execute()
}
