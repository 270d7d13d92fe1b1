import { type Kysely, sql } from 'kysely'

/** Health checks read failing jobs every few seconds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index jobs_failing on jobs (kind) where attempts >= 3 and state <> 'dead'`.execute(db)
}
