import { type Kysely, sql } from 'kysely'

/** The buyer's country as the proxy and the card tell it. An order has those of the attempt chosen last, as its provider. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders add column country_by_network text`.execute(db)
  await sql`alter table orders add column country_by_card text`.execute(db)
  await sql`alter table attempts add column country_by_network text`.execute(db)
  await sql`create index orders_countries_differ on orders (id)
    where country_by_network <> country_by_card`.execute(db)
}
