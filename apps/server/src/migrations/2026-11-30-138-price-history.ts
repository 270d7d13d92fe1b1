import { type Kysely, sql } from 'kysely'

/** What the public price list charged, and up to when it is recorded. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}

const statements = [
  sql`create table price_history (
    item_id text not null,
    since bigint not null,
    rub_minor bigint,
    usd_minor bigint,
    primary key (item_id, since)
  )`,
  // One row, which recording hubs also lock.
  sql`create table price_recordings (
    id bigint primary key check (id = 1),
    content_version text not null,
    recorded_at bigint not null
  )`,
]
