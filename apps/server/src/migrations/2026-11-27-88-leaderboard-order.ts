import type { Kysely } from 'kysely'

/** The order by which the scores of a leaderboard are ranked: the file of the project may change it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Null until the next score or the hourly job.
  await db.schema.alterTable('leaderboards').addColumn('sort_order', 'text').execute()
}
