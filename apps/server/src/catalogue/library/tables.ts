import type { Migrations } from '../../platform/database/migrations.ts'

declare module '../../platform/database/database.ts' {
  interface Tables {
    libraryGames: LibraryGameRow
  }
}

/** A game that a player has marked as a favourite or played. */
export type LibraryGameRow = {
  playerId: string
  project: string
  favouriteAt: number | null
  /** Last played; null if never. */
  playedAt: number | null
}

export const libraryMigrations: Migrations = {
  '2026-11-21-90-library': {
    up: async (db) => {
      await db.schema
        .createTable('library_games')
        .addColumn('player_id', 'text', (column) => column.notNull())
        .addColumn('project', 'text', (column) => column.notNull())
        .addColumn('favourite_at', 'bigint')
        .addColumn('played_at', 'bigint')
        .addPrimaryKeyConstraint('library_games_once', ['player_id', 'project'])
        .execute()
    },
  },
}
