import { sql } from 'kysely'
import type { Migrations } from '../../platform/database/migrations.ts'

/** The order of one player's webhooks is kept by their rows, so a row says whose it is and when it may be told. */
export const webhookMigrations: Migrations = {
  '2026-11-21-81-webhooks-in-order': {
    up: async (db) => {
      await db.schema
        .alterTable('webhooks')
        .addColumn('player_id', 'text', (column) => column.notNull().defaultTo(''))
        .execute()
      await db.schema
        .alterTable('webhooks')
        .addColumn('next_try_at', 'bigint', (column) => column.notNull().defaultTo(0))
        .execute()
      await db.schema
        .alterTable('webhooks')
        .addColumn('leased_until', 'bigint', (column) => column.notNull().defaultTo(0))
        .execute()
      await sql`
        update webhooks set player_id = (select player_id from orders where orders.id = webhooks.order_id)
      `.execute(db)
      await db.schema
        .createIndex('webhooks_waiting')
        .on('webhooks')
        .columns(['project', 'player_id', 'id'])
        .where(sql.ref('state'), '=', sql.lit('waiting'))
        .execute()
      await db.schema
        .createIndex('webhooks_dead')
        .on('webhooks')
        .columns(['project', 'id'])
        .where(sql.ref('state'), '=', sql.lit('dead'))
        .execute()
    },
  },
}
