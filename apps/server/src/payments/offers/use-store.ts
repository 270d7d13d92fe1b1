import type { Db, Tx } from '../../platform/database/database.ts'
import type { OfferUseRow, OfferUseState } from '../records/tables.ts'

/** False when the player's slot is taken. */
export async function insertUse(tx: Tx, use: OfferUseRow): Promise<boolean> {
  const inserted = await tx
    .insertInto('offerUses')
    .values(use)
    .onConflict((taken) => taken.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export function listUsesByOrder(db: Db, orderId: string): Promise<OfferUseRow[]> {
  return db.selectFrom('offerUses').selectAll().where('orderId', '=', orderId).orderBy('id').execute()
}

export async function setUseState(tx: Tx, id: string, state: OfferUseState): Promise<void> {
  await tx.updateTable('offerUses').set({ state }).where('id', '=', id).execute()
}

export async function deleteUses(tx: Tx, orderId: string): Promise<void> {
  await tx.deleteFrom('offerUses').where('orderId', '=', orderId).execute()
}

/** Deletes what unpaid orders have given back. */
export async function deleteReleasedBefore(db: Db, instant: number): Promise<void> {
  await db.deleteFrom('offerUses').where('state', '=', 'released').where('createdAt', '<', instant).execute()
}

/** The player's taken slots of an offer or limit, with the orders that hold them. */
export function listTakenSlots(
  db: Db,
  { project, offerId, playerId }: Pick<OfferUseRow, 'project' | 'offerId' | 'playerId'>,
): Promise<Pick<OfferUseRow, 'slot' | 'orderId' | 'state'>[]> {
  return db
    .selectFrom('offerUses')
    .select(['slot', 'orderId', 'state'])
    .where('project', '=', project)
    .where('offerId', '=', offerId)
    .where('playerId', '=', playerId)
    .where('state', 'in', ['reserved', 'used'])
    .execute()
}

/** Orders whose reservations are older than an instant, and whose payment is not open. */
export async function listExpiredReservations(
  db: Db,
  before: number,
  { codeId, limit }: { codeId?: string | undefined; limit: number },
): Promise<string[]> {
  const orders = await db
    .selectFrom('offerUses')
    .innerJoin('orders', 'orders.id', 'offerUses.orderId')
    .select('offerUses.orderId')
    .distinct()
    .where('offerUses.state', '=', 'reserved')
    .where('offerUses.createdAt', '<', before)
    .where('orders.status', 'in', ['none', 'fail'])
    .$if(codeId !== undefined, (query) => query.where('offerUses.codeId', '=', codeId ?? ''))
    .limit(limit)
    .execute()
  return orders.map(({ orderId }) => orderId)
}

/** Slots of limits that the player's paid orders, and those being paid, have taken in a project. */
export function listPlayersSlots(
  db: Db,
  project: string,
  playerId: string,
): Promise<Pick<OfferUseRow, 'offerId' | 'slot'>[]> {
  return db
    .selectFrom('offerUses')
    .select(['offerId', 'slot'])
    .where('project', '=', project)
    .where('playerId', '=', playerId)
    .where('offerId', 'like', 'limit:%')
    .where('state', '=', 'used')
    .execute()
}
