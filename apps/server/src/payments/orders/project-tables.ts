import { sql } from 'kysely'
import type { Migrations } from '../../platform/database/migrations.ts'

export const projectMigrations: Migrations = {
  '2026-11-21-83-payments-of-project': {
    up: async (db) => {
      await db.schema
        .alterTable('orders')
        .addColumn('metadata', 'text', (column) => column.notNull().defaultTo(sql.lit('{}')))
        .execute()
      // A game server asks for what was bought in its game, by everybody or by one player.
      await db.schema.createIndex('purchases_of_project').on('purchases').columns(['project', 'id']).execute()
    },
  },
}
