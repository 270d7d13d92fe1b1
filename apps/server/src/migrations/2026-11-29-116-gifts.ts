import { type Kysely, sql } from 'kysely'

/** What operators have given away without payment. It counts towards their limits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table gifts (
    id text primary key,
    order_id text not null references orders (id),
    refund_id text references refunds (id),
    operator text not null,
    operator_id text,
    currency text not null,
    amount_minor bigint not null check (amount_minor >= 0),
    created_at bigint not null
  )`.execute(db)
  await sql`create index gifts_of_order on gifts (order_id)`.execute(db)
  await sql`create index gifts_of_refund on gifts (refund_id) where refund_id is not null`.execute(db)
  await sql`create index gifts_by_operator on gifts (operator_id, created_at) where operator_id is not null`.execute(
    db,
  )
}
