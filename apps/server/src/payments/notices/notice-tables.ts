import { sql } from 'kysely'
import type { Migrations } from '../../platform/migrations.ts'

/** The order of one player's notices is kept by their rows, so a row says whose it is and when it may be told. */
export const noticeMigrations: Migrations = {
  '2026-11-21-81-notices-in-order': {
    up: async (db) => {
      await db.schema
        .alterTable('notices')
        .addColumn('player_id', 'text', (column) => column.notNull().defaultTo(''))
        .execute()
      await db.schema
        .alterTable('notices')
        .addColumn('next_try_at', 'bigint', (column) => column.notNull().defaultTo(0))
        .execute()
      await db.schema
        .alterTable('notices')
        .addColumn('leased_until', 'bigint', (column) => column.notNull().defaultTo(0))
        .execute()
      await sql`
        update notices set player_id = (select player_id from orders where orders.id = notices.order_id)
      `.execute(db)
      await db.schema
        .createIndex('notices_waiting')
        .on('notices')
        .columns(['project', 'player_id', 'id'])
        .where(sql.ref('state'), '=', sql.lit('waiting'))
        .execute()
      await db.schema
        .createIndex('notices_dead')
        .on('notices')
        .columns(['project', 'id'])
        .where(sql.ref('state'), '=', sql.lit('dead'))
        .execute()
    },
  },
}
