import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('jobs')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) =>
      column.notNull().check(sql`state in ('waiting', 'running', 'dead')`),
    )
    .addColumn('run_at', 'bigint', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('last_error', 'text')
    .addColumn('dedupe_key', 'text', (column) => column.unique())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  // Indexed by kind, because a queue claims its own kinds and must not scan other queues' jobs.
  await db.schema
    .createIndex('jobs_due_of_kind')
    .on('jobs')
    .columns(['kind', 'run_at'])
    .where(sql.ref('state'), '<>', sql.lit('dead'))
    .execute()
}
