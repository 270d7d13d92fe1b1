import type { Migrations } from '../platform/database/migrations.ts'

declare module '../platform/database/database.ts' {
  interface Tables {
    hubSessions: HubSessionRow
  }
}

/** The specification's *session*: how a game or an app opens the hub for a player. */
export type HubSessionRow = {
  /** The `session` of addresses and headers: random, and known to whoever asked for it. */
  id: string
  project: string
  source: 'web' | 'mobile'
  locale: string
  /** What the caller says of itself and its player: an installation, a user of its own, a platform. */
  iid: string | null
  uid: string | null
  platformId: string | null
  /** Who signed in with it last; null until somebody has. */
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
      await db.schema.createIndex('hub_sessions_to_sweep').on('hub_sessions').column('expires_at').execute()
    },
  },
}
