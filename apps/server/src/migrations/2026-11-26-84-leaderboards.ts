import { type Kysely, sql } from 'kysely'

/** Leaderboards with their seasons, scores and counts; who appears on them, and under which name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Updating the row of a leaderboard locks it: its scores and counts change in one order.
  await db.schema
    .createTable('leaderboards')
    .addColumn('id', 'bigint', (column) => column.primaryKey())
    .addColumn('project', 'text', (column) => column.notNull())
    .addColumn('board', 'text', (column) => column.notNull())
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('leaderboards_board', ['project', 'board'])
    .execute()
  await db.schema
    .createTable('leaderboard_seasons')
    .addColumn('id', 'bigint', (column) => column.primaryKey())
    .addColumn('leaderboard_id', 'bigint', (column) => column.notNull().references('leaderboards.id'))
    // daily, weekly, all, or the id of a season in the project's file.
    .addColumn('period', 'text', (column) => column.notNull())
    .addColumn('starts_at', 'bigint', (column) => column.notNull())
    // Null for all time.
    .addColumn('ends_at', 'bigint')
    // When all but the first scores were deleted.
    .addColumn('pruned_at', 'bigint')
    .addUniqueConstraint('leaderboard_seasons_start', ['leaderboard_id', 'period', 'starts_at'])
    .execute()
  await db.schema
    .createTable('leaderboard_scores')
    .addColumn('season_id', 'bigint', (column) => column.notNull().references('leaderboard_seasons.id'))
    .addColumn('player_id', 'text', (column) => column.notNull())
    // The score, negative where more is better: the best first is always ascending.
    .addColumn('sort_key', 'bigint', (column) => column.notNull())
    .addColumn('score', 'bigint', (column) => column.notNull())
    .addColumn('extra', 'text')
    .addColumn('reached_at', 'bigint', (column) => column.notNull())
    .addColumn('submitted_at', 'bigint', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull().check(sql`source in ('client', 'server')`))
    // Null while others see it.
    .addColumn('hidden_at', 'bigint')
    .addPrimaryKeyConstraint('leaderboard_scores_player', ['season_id', 'player_id'])
    .execute()
  await db.schema
    .createIndex('leaderboard_scores_rank')
    .on('leaderboard_scores')
    .columns(['season_id', 'sort_key', 'reached_at', 'player_id'])
    .where(sql.ref('hidden_at'), 'is', null)
    .execute()
  await db.schema
    .createIndex('leaderboard_scores_by_player')
    .on('leaderboard_scores')
    .column('player_id')
    .execute()
  // Count of visible scores with a sort key from this one up to the next bucket's.
  await db.schema
    .createTable('leaderboard_buckets')
    .addColumn('season_id', 'bigint', (column) => column.notNull().references('leaderboard_seasons.id'))
    .addColumn('from_key', 'bigint', (column) => column.notNull())
    .addColumn('players', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('leaderboard_buckets_start', ['season_id', 'from_key'])
    .execute()
  await db.schema
    .createTable('score_names')
    .addColumn('player_id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) =>
      column.notNull().check(sql`name in ('number', 'nickname', 'hidden')`),
    )
    .addColumn('chosen_at', 'bigint', (column) => column.notNull())
    .execute()
  // Players whom an operator has taken off a leaderboard.
  await db.schema
    .createTable('hidden_scores')
    .addColumn('project', 'text', (column) => column.notNull())
    .addColumn('board', 'text', (column) => column.notNull())
    .addColumn('player_id', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('hidden_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('hidden_scores_once', ['project', 'board', 'player_id'])
    .execute()
  await db.schema.createIndex('hidden_scores_by_player').on('hidden_scores').column('player_id').execute()
  await db.schema
    .createTable('score_reports')
    .addColumn('project', 'text', (column) => column.notNull())
    .addColumn('board', 'text', (column) => column.notNull())
    .addColumn('player_id', 'text', (column) => column.notNull())
    .addColumn('reporter_id', 'text', (column) => column.notNull())
    .addColumn('reported_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('score_reports_once', ['project', 'board', 'player_id', 'reporter_id'])
    .execute()
  await db.schema.createIndex('score_reports_by_player').on('score_reports').column('player_id').execute()
  await db.schema.createIndex('score_reports_by_reporter').on('score_reports').column('reporter_id').execute()
}
