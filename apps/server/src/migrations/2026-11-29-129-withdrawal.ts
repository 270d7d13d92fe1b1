import type { Kysely } from 'kysely'

/** Waivers of the right to withdraw, and withdrawals by players. Null in older orders and refunds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('orders').addColumn('withdrawal_waiver', 'text').execute()
  for (const column of ['declared_at', 'confirmed_at'])
    await db.schema.alterTable('refunds').addColumn(column, 'bigint').execute()
}
