import type { Kysely } from 'kysely'

/** Storage of uploaded games, by running hub. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('hub_processes')
    .addColumn('build_storage', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
