import { type Kysely, sql } from 'kysely'

/** A table of its own: the previous version takes every purpose that it does not know for `two-factor`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table operator_password_links (
    token_hash text primary key,
    operator_id text not null references operators (id),
    expires_at bigint not null
  )`.execute(db)
  await sql`create index operator_password_links_by_operator on operator_password_links (operator_id)`.execute(
    db,
  )
  await sql`create index operator_password_links_by_expiry on operator_password_links (expires_at)`.execute(
    db,
  )
}
