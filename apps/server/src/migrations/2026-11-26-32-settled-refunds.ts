import { type Kysely, sql } from 'kysely'

/** Finance reads refunds and disputes by the day they were settled. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const index of [
    sql`create index refunds_settled on refunds (settled_at, id) where settled_at is not null`,
    sql`create index disputes_settled on disputes (settled_at, id) where settled_at is not null`,
    sql`create index jobs_dead on jobs (id) where state = 'dead'`,
  ])
    await index.execute(db)
}
