import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}

/** Partial indexes: they hold only rows an operator should know about. */
const statements = [
  sql`create index attempts_reconciled on attempts (reconciled_at) where reconciled_at is not null`,
  sql`create index attempts_to_review on attempts (id) where review_reason is not null`,
  sql`create index refunds_failed on refunds (id) where state = 'failed'`,
  sql`create index refunds_pending on refunds (id) where state = 'pending'`,
  sql`create index disputes_open on disputes (id) where state = 'open'`,
]
