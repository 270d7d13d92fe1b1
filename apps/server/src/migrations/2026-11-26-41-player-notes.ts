import type { Kysely } from 'kysely'

/** Staff's notes on players. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('player_notes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('player_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    // Null for notes from a shell.
    .addColumn('operator_id', 'text')
    .addColumn('operator', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('deleted_at', 'bigint')
    .execute()
  await db.schema
    .createIndex('player_notes_of_player')
    .on('player_notes')
    .columns(['player_id', 'id'])
    .execute()
}
