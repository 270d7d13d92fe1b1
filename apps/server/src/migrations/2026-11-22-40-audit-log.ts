import { type Kysely, SqliteAdapter, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('audit_log')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('operator', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .addColumn('reason', 'text')
    .execute()
  await db.schema.createIndex('audit_log_of_subject').on('audit_log').columns(['subject', 'id']).execute()
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  for (const statement of isSqlite ? sqliteTriggers : postgresTriggers) await statement.execute(db)
}

const refusal = 'the audit log is append-only'

const sqliteTriggers = ['update', 'delete'].map(
  (change) => sql`create trigger ${sql.raw(`audit_log_no_${change}`)} before ${sql.raw(change)} on audit_log
    begin select raise(abort, ${sql.lit(refusal)}); end`,
)

const postgresTriggers = [
  sql`create function refuse_audit_log_change() returns trigger language plpgsql as
    ${sql.raw(`$$ begin raise exception '${refusal}'; end $$`)}`,
  sql`create trigger audit_log_append_only before update or delete or truncate on audit_log
    for each statement execute function refuse_audit_log_change()`,
]
