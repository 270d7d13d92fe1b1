import type { Migrations } from '../../platform/database/migrations.ts'

declare module '../../platform/database/database.ts' {
  interface Tables {
    shelfGames: ShelfGameRow
  }
}

/** A game that a player has marked as a favourite, or played; one of the two instants is there. */
export type ShelfGameRow = {
  playerId: string
  project: string
  favouriteAt: number | null
  /** The last time. */
  playedAt: number | null
}

export const shelfMigrations: Migrations = {
  '2026-11-21-90-shelf': {
    up: async (db) => {
      await db.schema
        .createTable('shelf_games')
        .addColumn('player_id', 'text', (column) => column.notNull())
        .addColumn('project', 'text', (column) => column.notNull())
        .addColumn('favourite_at', 'bigint')
        .addColumn('played_at', 'bigint')
        .addPrimaryKeyConstraint('shelf_games_once', ['player_id', 'project'])
        .execute()
    },
  },
}
