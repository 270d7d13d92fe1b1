import type { Migrations } from '../../platform/database/migrations.ts'

export const banMigrations: Migrations = {
  '2026-11-22-41-account-bans': {
    up: async (db) => {
      await db.schema.alterTable('accounts').addColumn('banned_at', 'bigint').execute()
    },
  },
  '2026-11-25-61-ban-ends': {
    up: async (db) => {
      await db.schema.alterTable('accounts').addColumn('banned_until', 'bigint').execute()
    },
  },
}
