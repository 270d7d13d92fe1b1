import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('project_keys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('revoked_at', 'bigint')
    .addColumn('last_used_at', 'bigint')
    .execute()
  await db.schema
    .createTable('idempotent_responses')
    .addColumn('project', 'text', (column) => column.notNull())
    .addColumn('idempotency_key', 'text', (column) => column.notNull())
    .addColumn('request_hash', 'text', (column) => column.notNull())
    .addColumn('response', 'text')
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('idempotent_responses_key', ['project', 'idempotency_key'])
    .execute()
  await db.schema
    .createIndex('idempotent_responses_expiry')
    .on('idempotent_responses')
    .column('started_at')
    .execute()
}
