import { type Kysely, sql } from 'kysely'

/** Finds refunds and disputes by what the provider calls them, and lists what a player owns. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('refunds_by_provider_id')
    .on('refunds')
    .column('provider_refund_id')
    .where(sql.ref('provider_refund_id'), 'is not', null)
    .execute()
  await db.schema
    .createIndex('disputes_by_provider_id')
    .on('disputes')
    .column('provider_dispute_id')
    .execute()
  await db.schema
    .createIndex('purchases_of_player_by_id')
    .on('purchases')
    .columns(['player_id', 'id'])
    .execute()
}
