import { type Kysely, sql } from 'kysely'

/** Uploaded versions of games, and which of them players get. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('builds')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project', 'text', (column) => column.notNull())
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('label', 'text')
    .addColumn('state', 'text', (column) =>
      column.notNull().check(sql`state in ('uploading', 'ready', 'refused', 'removed')`),
    )
    .addColumn('manifest', 'text', (column) => column.notNull())
    .addColumn('warnings', 'text', (column) => column.notNull().defaultTo('[]'))
    .addColumn('engine', 'text')
    .addColumn('files', 'integer', (column) => column.notNull())
    .addColumn('size_bytes', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('created_by', 'text', (column) => column.notNull())
    // Null until it becomes current for the first time.
    .addColumn('activated_at', 'bigint')
    .addColumn('removed_at', 'bigint')
    // When an unfinished upload is given up; null once it is finished.
    .addColumn('expires_at', 'bigint')
    .addUniqueConstraint('builds_number', ['project', 'number'])
    .execute()
  // One row per project: updating it is the atomic switch.
  await db.schema
    .createTable('game_versions')
    .addColumn('project', 'text', (column) => column.primaryKey())
    .addColumn('build_id', 'text', (column) => column.notNull().references('builds.id'))
    .addColumn('previous_build_id', 'text', (column) => column.references('builds.id'))
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('game_versions_build').on('game_versions').column('build_id').execute()
  await db.schema
    .createIndex('game_versions_previous_build')
    .on('game_versions')
    .column('previous_build_id')
    .execute()
}
