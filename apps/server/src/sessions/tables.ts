import type { Migrations } from '../platform/database/migrations.ts'

declare module '../platform/database/database.ts' {
  interface Tables {
    hubSessions: HubSessionRow
  }
}

/** The specification's *session*: opened by a game or an app for a player. */
export type HubSessionRow = {
  /** The `session` in URLs and headers. Random; its opener's secret. */
  id: string
  project: string
  source: 'web' | 'mobile'
  locale: string
  /** Reported by the caller: its installation id, its user id and its platform. */
  iid: string | null
  uid: string | null
  platformId: string | null
  /** The player who last logged in with it. */
  playerId: string | null
  createdAt: number
  expiresAt: number
  attachedAt: number | null
}

export const sessionMigrations: Migrations = {
  '2026-11-21-50-hub-sessions': {
    up: async (db) => {
      await db.schema
        .createTable('hub_sessions')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('project', 'text', (column) => column.notNull())
        .addColumn('source', 'text', (column) => column.notNull())
        .addColumn('locale', 'text', (column) => column.notNull())
        .addColumn('iid', 'text')
        .addColumn('uid', 'text')
        .addColumn('platform_id', 'text')
        .addColumn('player_id', 'text')
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .addColumn('attached_at', 'bigint')
        .execute()
      await db.schema.createIndex('hub_sessions_of_player').on('hub_sessions').column('player_id').execute()
      await db.schema.createIndex('hub_sessions_expiry').on('hub_sessions').column('expires_at').execute()
    },
  },
}
