import { type Kysely, sql } from 'kysely'

/** Receipts by which prepayments become payments (54-FZ). Older versions send none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table attempts add column fiscal_terms text`.execute(db)
  await sql`create table closing_receipts (
    id text primary key,
    order_id text not null unique references orders (id),
    state text not null check (state in ('waiting', 'sent', 'registered', 'failed', 'refunded')),
    amount_minor bigint check (amount_minor > 0),
    provider_receipt_id text,
    tries integer not null,
    error text,
    created_at bigint not null,
    sent_at bigint,
    next_try_at bigint,
    finished_at bigint
  )`.execute(db)
  await sql`create index closing_receipts_open on closing_receipts (order_id) where state in ('waiting', 'sent')`.execute(
    db,
  )
  await sql`create index closing_receipts_failed on closing_receipts (order_id) where state = 'failed'`.execute(
    db,
  )
}
