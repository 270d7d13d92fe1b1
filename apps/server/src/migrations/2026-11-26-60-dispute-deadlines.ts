import { type Kysely, sql } from 'kysely'

/** Staff read open disputes by deadline; those without one come last. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index disputes_open_by_deadline on disputes (coalesce(due_by, 9007199254740991), id)
    where state = 'open'`.execute(db)
}
