import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table purchases add column decided_state text check (decided_state in ('granted', 'revoked'))`.execute(
    db,
  )
  await sql`create index orders_paid on orders (paid_at) where paid_at is not null`.execute(db)
}
