import { type Kysely, sql } from 'kysely'

/** Partial indexes for lists and counts of orders whose game is not told, or whose refund is under way. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index webhooks_undelivered_of_order on webhooks (order_id) where state <> 'delivered'`.execute(
    db,
  )
  await sql`create index refunds_pending_of_order on refunds (order_id) where state = 'pending'`.execute(db)
}
