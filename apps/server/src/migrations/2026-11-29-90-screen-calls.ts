import { type Kysely, sql } from 'kysely'

/** The latest calls of an order's payment screens, so the later of two decides, whichever arrives last. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders add column screen_calls text`.execute(db)
}
