import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** Content that is edited in the console: its files, its versions, and the drafts of operators. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  await db.schema
    .createTable('stored_files')
    .addColumn('sha256', 'text', (column) => column.primaryKey())
    .addColumn('bytes', isSqlite ? sql`blob` : sql`bytea`, (column) => column.notNull())
    .addColumn('stored_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('content_versions')
    .addColumn('number', 'integer', (column) => column.primaryKey())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('operator', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('restores', 'integer')
    .execute()
  await db.schema
    .createTable('content_files')
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull().references('content_versions.number'))
    .addColumn('sha256', 'text', (column) => column.references('stored_files.sha256'))
    .addPrimaryKeyConstraint('content_files_key', ['path', 'version'])
    .execute()
  await db.schema.createIndex('content_files_by_version').on('content_files').column('version').execute()
  await db.schema.createIndex('content_files_by_sha256').on('content_files').column('sha256').execute()
  await createDrafts(db)
}

async function createDrafts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('content_drafts')
    .addColumn('operator_id', 'text', (column) =>
      column.notNull().references('operators.id').onDelete('cascade'),
    )
    .addColumn('project', 'text', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('base_sha256', 'text', (column) => column.references('stored_files.sha256'))
    .addColumn('sha256', 'text', (column) => column.references('stored_files.sha256'))
    .addColumn('saved_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('content_drafts_key', ['operator_id', 'project', 'path'])
    .execute()
  await db.schema.createIndex('content_drafts_by_project').on('content_drafts').column('project').execute()
  await db.schema.createIndex('content_drafts_by_sha256').on('content_drafts').column('sha256').execute()
  await db.schema
    .createIndex('content_drafts_by_base_sha256')
    .on('content_drafts')
    .column('base_sha256')
    .execute()
}
