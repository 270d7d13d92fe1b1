import type { Kysely } from 'kysely'

/** Cards that players let the hub remember, the customers behind them, and the attempts that remember or charge one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('remembered_cards')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('provider_method_id', 'text', (column) => column.notNull())
    .addColumn('brand', 'text', (column) => column.notNull())
    .addColumn('last4', 'text', (column) => column.notNull())
    .addColumn('expires', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('removed_at', 'bigint')
    .addUniqueConstraint('remembered_cards_method', ['provider', 'provider_method_id'])
    .execute()
  await db.schema
    .createIndex('remembered_cards_of_account')
    .on('remembered_cards')
    .column('account_id')
    .execute()
  await db.schema
    .createTable('provider_customers')
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('customer_id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('provider_customers_key', ['account_id', 'provider'])
    .execute()
  await db.schema.alterTable('attempts').addColumn('card', 'text').execute()
  await db.schema
    .createIndex('attempts_by_card')
    .on('attempts')
    .column('card')
    .where('card', 'is not', null)
    .execute()
}
