import type { Migrations } from '../../platform/database/migrations.ts'

export const registrationMigrations: Migrations = {
  '2026-11-22-13-registrations-of-one-client': {
    up: async (db) => {
      await db.schema.alterTable('registrations').addColumn('secret_hash', 'text').execute()
      await db.schema.alterTable('registrations').addColumn('repeated_at', 'bigint').execute()
    },
  },
}
