import type { Kysely } from 'kysely'

/** How long a player has played a game. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('library_games')
    .addColumn('play_seconds', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
