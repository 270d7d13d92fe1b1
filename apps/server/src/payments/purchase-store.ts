import type { Db } from '../platform/database.ts'
import type { PurchaseRow } from './tables.ts'

export async function insertPurchase(db: Db, purchase: PurchaseRow): Promise<void> {
  await db.insertInto('purchases').values(purchase).execute()
}

export function findPurchaseOfOrder(db: Db, orderId: string): Promise<PurchaseRow | undefined> {
  return db.selectFrom('purchases').selectAll().where('orderId', '=', orderId).executeTakeFirst()
}

export function findPurchaseOf(db: Db, playerId: string, id: string): Promise<PurchaseRow | undefined> {
  return db
    .selectFrom('purchases')
    .selectAll()
    .where('id', '=', id)
    .where('playerId', '=', playerId)
    .executeTakeFirst()
}

/** What the player owns and has not used. */
export function listGrantedPurchases(
  db: Db,
  playerId: string,
  project: string | undefined,
): Promise<PurchaseRow[]> {
  return db
    .selectFrom('purchases')
    .selectAll()
    .where('playerId', '=', playerId)
    .where('state', '=', 'granted')
    .$if(project !== undefined, (query) => query.where('project', '=', project as string))
    .orderBy('id')
    .execute()
}

/** Undefined when there was nothing granted to consume. */
export function consumeGranted(
  db: Db,
  playerId: string,
  id: string,
  consumedAt: number,
): Promise<PurchaseRow | undefined> {
  return db
    .updateTable('purchases')
    .set({ state: 'consumed', consumedAt })
    .where('id', '=', id)
    .where('playerId', '=', playerId)
    .where('state', '=', 'granted')
    .returningAll()
    .executeTakeFirst()
}
