import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('hub_sessions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('locale', 'text', (column) => column.notNull())
    .addColumn('iid', 'text')
    .addColumn('uid', 'text')
    .addColumn('platform_id', 'text')
    .addColumn('player_id', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('attached_at', 'bigint')
    .execute()
  await db.schema.createIndex('hub_sessions_of_player').on('hub_sessions').column('player_id').execute()
  await db.schema.createIndex('hub_sessions_expiry').on('hub_sessions').column('expires_at').execute()
}
