import type { Kysely } from 'kysely'

/** The `legal.withdrawal` under which an order is bought. Null in older orders. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('orders').addColumn('withdrawal_mode', 'text').execute()
}
