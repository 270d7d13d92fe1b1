import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders add column open_item text`.execute(db)
  // A lock: a player has one unpaid order per item, however often they call.
  await sql`create unique index orders_open on orders (player_id, open_item) where open_item is not null`.execute(
    db,
  )
  await sql`create index orders_never_at_provider on orders (created_at) where provider is null`.execute(db)
}
