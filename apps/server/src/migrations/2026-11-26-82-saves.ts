import { type CreateTableBuilder, type Kysely, sql } from 'kysely'

/** Saves of players by game and key, and their restorable versions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addIdentity(db.schema.createTable('saves'))
    .addColumn('version', 'bigint', (column) => column.notNull())
    // The highest number given to a write of this key; refused writes and kept versions have numbers too.
    .addColumn('last_version', 'bigint', (column) => column.notNull())
    .addColumn('size_bytes', 'integer', (column) => column.notNull())
    .addColumn('saved_at', 'bigint', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull().check(sql`source in ('client', 'server')`))
    .addColumn('value', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('saves_once', ['player_id', 'project', 'save_key'])
    .execute()
  await addIdentity(db.schema.createTable('save_versions'))
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('size_bytes', 'integer', (column) => column.notNull())
    .addColumn('saved_at', 'bigint', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull().check(sql`source in ('client', 'server')`))
    .addColumn('replaced_at', 'bigint', (column) => column.notNull())
    .addColumn('reason', 'text', (column) =>
      column.notNull().check(sql`reason in ('replaced', 'removed', 'conflict', 'sign-in', 'restore')`),
    )
    .addColumn('value', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('save_versions_once', ['player_id', 'project', 'save_key', 'version'])
    .execute()
  // The job deletes protected versions by it. Most are not protected.
  await db.schema
    .createIndex('save_versions_protected')
    .on('save_versions')
    .column('replaced_at')
    .where(sql.ref('reason'), 'in', ['conflict', 'sign-in', 'restore'])
    .execute()
}

const addIdentity = <Table extends string>(table: CreateTableBuilder<Table, never>) =>
  table
    .addColumn('player_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('project', 'text', (column) => column.notNull())
    .addColumn('save_key', 'text', (column) => column.notNull())
