import type { Migrations } from '../platform/database/migrations.ts'

declare module '../platform/database/database.ts' {
  interface Tables {
    plays: PlayRow
  }
}

/** A player has played a game while logged in. */
export type PlayRow = { project: string; playerId: string; firstAt: number }

export const playMigrations: Migrations = {
  '2026-11-21-82-plays': {
    up: async (db) => {
      await db.schema
        .createTable('plays')
        .addColumn('project', 'text', (column) => column.notNull())
        .addColumn('player_id', 'text', (column) => column.notNull())
        .addColumn('first_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('plays_once', ['player_id', 'project'])
        .execute()
    },
  },
}
