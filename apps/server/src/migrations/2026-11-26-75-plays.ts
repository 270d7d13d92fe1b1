import type { Kysely } from 'kysely'

/** Plays without identity, their daily sums, and what a build's plays tell about it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('play_sessions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project', 'text', (column) => column.notNull())
    .addColumn('build_number', 'integer')
    // The day in UTC when it started, such as 2026-11-26.
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('active_seconds', 'integer', (column) => column.notNull())
    .addColumn('is_signed_in', 'integer', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('play_sessions_day')
    .on('play_sessions')
    .columns(['day', 'project', 'active_seconds'])
    .execute()
  await db.schema
    .createTable('play_days')
    .addColumn('project', 'text', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('plays', 'integer', (column) => column.notNull())
    .addColumn('signed_in_plays', 'integer', (column) => column.notNull())
    .addColumn('seconds', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('play_days_once', ['project', 'day'])
    .execute()
  await db.schema.createIndex('play_days_day').on('play_days').column('day').execute()
  await db.schema
    .createTable('build_starts')
    .addColumn('project', 'text', (column) => column.notNull())
    .addColumn('build_number', 'integer', (column) => column.notNull())
    // JSON: the bytes of the last 20 starts.
    .addColumn('samples', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('build_starts_once', ['project', 'build_number'])
    .execute()
  await db.schema
    .createTable('game_errors')
    .addColumn('project', 'text', (column) => column.notNull())
    // 0 for a game at an address of its own.
    .addColumn('build_number', 'integer', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('count', 'bigint', (column) => column.notNull())
    .addColumn('first_at', 'bigint', (column) => column.notNull())
    .addColumn('last_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('game_errors_once', ['project', 'build_number', 'hash'])
    .execute()
  await db.schema.createIndex('game_errors_last').on('game_errors').column('last_at').execute()
}
