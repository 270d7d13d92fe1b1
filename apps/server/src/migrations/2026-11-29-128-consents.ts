import { type Kysely, sql } from 'kysely'

/** Consents of players. The previous version erases accounts without knowing this table, hence the cascade. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('consents')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('document', 'text', (column) => column.notNull())
    .addColumn('sha256', 'text')
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('given_at', 'bigint', (column) => column.notNull())
    .addColumn('network', 'text', (column) => column.notNull())
    .addColumn('withdrawn_at', 'bigint')
    .execute()
  await db.schema.createIndex('consents_of_account').on('consents').column('account_id').execute()
  await db.schema
    .createIndex('consents_one_in_force')
    .unique()
    .on('consents')
    .columns(['account_id', 'purpose'])
    .where(sql.ref('withdrawn_at'), 'is', null)
    .execute()
  // Null: by a version that stored no consents.
  await db.schema.alterTable('registrations').addColumn('consent', 'text').execute()
  await db.schema.alterTable('auth_flows').addColumn('held_identity', 'text').execute()
}
