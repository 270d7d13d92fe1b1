import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('hub_processes')
    .addColumn('version', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
