import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('library_games')
    .addColumn('player_id', 'text', (column) => column.notNull())
    .addColumn('project', 'text', (column) => column.notNull())
    .addColumn('favourite_at', 'bigint')
    .addColumn('played_at', 'bigint')
    .addPrimaryKeyConstraint('library_games_once', ['player_id', 'project'])
    .execute()
}
