import type { Migrations } from '../../platform/database/migrations.ts'

export const banMigrations: Migrations = {
  '2026-11-22-41-account-bans': {
    up: async (db) => {
      await db.schema.alterTable('accounts').addColumn('banned_at', 'bigint').execute()
    },
  },
}
