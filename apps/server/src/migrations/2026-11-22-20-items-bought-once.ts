import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders add column once_item text`.execute(db)
  // A lock: a player has one order per one-time item, until its purchase is revoked.
  await sql`create unique index orders_once on orders (player_id, once_item) where once_item is not null`.execute(
    db,
  )
}
