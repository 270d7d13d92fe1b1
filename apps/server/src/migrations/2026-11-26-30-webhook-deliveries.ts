import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('webhook_deliveries')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('webhook_id', 'text', (column) => column.notNull())
    .addColumn('project', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('duration_ms', 'integer', (column) => column.notNull())
    .addColumn('status', 'integer')
    .addColumn('error', 'text')
    .addColumn('response', 'text')
    .addColumn('origin', 'text', (column) =>
      column.notNull().check(sql`origin in ('schedule', 'operator', 'game', 'test')`),
    )
    .execute()
  for (const index of [
    sql`create index webhook_deliveries_of_project on webhook_deliveries (project, id)`,
    sql`create index webhook_deliveries_of_webhook on webhook_deliveries (webhook_id, id)`,
    sql`create index webhook_deliveries_failed on webhook_deliveries (project, id)
      where status is null or status < 200 or status > 299`,
    sql`alter table webhooks add column resent_by text check (resent_by in ('operator', 'game'))`,
  ])
    await index.execute(db)
  await db.schema
    .createTable('paused_projects')
    .addColumn('project', 'text', (column) => column.primaryKey())
    .addColumn('since', 'bigint', (column) => column.notNull())
    .addColumn('by', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .execute()
}
