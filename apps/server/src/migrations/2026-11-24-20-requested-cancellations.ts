import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table attempts add column cancel_requested_at bigint`.execute(db)
}
