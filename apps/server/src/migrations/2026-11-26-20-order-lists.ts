import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}

/** The partial indexes hold only orders open to an operator's action, in the order of the list. */
const statements = [
  sql`create index orders_of_project on orders (project, id)`,
  sql`create index orders_refunded on orders (id) where refunded_minor > 0`,
  sql`create index attempts_in_review_of_order on attempts (order_id) where review_reason is not null`,
  sql`create index refunds_failed_of_order on refunds (order_id) where state = 'failed'`,
  sql`create index disputes_open_of_order on disputes (order_id) where state = 'open'`,
  sql`create index webhooks_failing_of_order on webhooks (order_id) where attempts > 0 and state <> 'delivered'`,
  sql`alter table disputes add column due_by bigint`,
]
