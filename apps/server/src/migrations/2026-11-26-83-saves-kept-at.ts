import type { Kysely } from 'kysely'

/** When a save's version was last kept before it was overwritten. A write within ten minutes needs no look at the versions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('saves')
    .addColumn('kept_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
}
