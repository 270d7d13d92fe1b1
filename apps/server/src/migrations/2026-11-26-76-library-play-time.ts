import type { Kysely } from 'kysely'

/** Playing time by game. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('library_games')
    .addColumn('play_seconds', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
