import { type Kysely, sql } from 'kysely'

/** Decided orders are closed: nothing pays them any more. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders add column closed_at bigint`.execute(db)
  await sql`update orders set closed_at = purchases.created_at, open_item = null, once_item = null from purchases
    where purchases.order_id = orders.id and orders.status <> 'paid'`.execute(db)
}
