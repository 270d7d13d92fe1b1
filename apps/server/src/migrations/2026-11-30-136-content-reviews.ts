import type { Kysely } from 'kysely'

/** Requests of operators to publish their drafts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('content_reviews')
    .addColumn('operator_id', 'text', (column) =>
      column.notNull().references('operators.id').onDelete('cascade'),
    )
    .addColumn('project', 'text', (column) => column.notNull())
    .addColumn('draft_sha256', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('requested_at', 'bigint', (column) => column.notNull())
    .addColumn('declined_at', 'bigint')
    .addColumn('declined_by', 'text')
    .addColumn('decline_reason', 'text')
    .addPrimaryKeyConstraint('content_reviews_key', ['operator_id', 'project'])
    .execute()
}
