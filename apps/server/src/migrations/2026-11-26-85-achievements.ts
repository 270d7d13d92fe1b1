import { type Kysely, sql } from 'kysely'

/** Players' unlocked achievements and progress. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('player_achievements')
    .addColumn('player_id', 'text', (column) => column.notNull())
    .addColumn('project', 'text', (column) => column.notNull())
    .addColumn('achievement', 'text', (column) => column.notNull())
    .addColumn('progress', 'integer', (column) => column.notNull())
    // Null until all steps are done.
    .addColumn('unlocked_at', 'bigint')
    .addColumn('source', 'text', (column) => column.notNull().check(sql`source in ('client', 'server')`))
    .addPrimaryKeyConstraint('player_achievements_once', ['player_id', 'project', 'achievement'])
    .execute()
}
