import type { Kysely } from 'kysely'

/** Builds developers try before publishing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('trials')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('manifest', 'text', (column) => column.notNull())
    .addColumn('size_bytes', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
}
