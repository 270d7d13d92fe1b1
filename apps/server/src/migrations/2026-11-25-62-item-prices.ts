import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('item_prices')
    .addColumn('item_id', 'text', (column) => column.primaryKey())
    .addColumn('project', 'text', (column) => column.notNull())
    .addColumn('rub_minor', 'bigint')
    .addColumn('usd_minor', 'bigint')
    .execute()
}
