import type { Db } from '../../platform/database/database.ts'
import type { DeliveryRow } from '../tables.ts'

/** Files a delivery once; false means it was seen before, and the caller simply acknowledges. */
export async function insertDelivery(db: Db, delivery: DeliveryRow): Promise<boolean> {
  const filed = await db
    .insertInto('deliveries')
    .values(delivery)
    .onConflict((seen) => seen.columns(['provider', 'deliveryKey']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return filed !== undefined
}
