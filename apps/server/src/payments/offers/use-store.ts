import { type RawBuilder, sql } from 'kysely'
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

/**
 * A condition for orders that are claimed gifts: unpaid, and the offer is used all the same.
 * @param orders  The table's name in the statement.
 */
export function isGift(orders: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${orders}.${name}`)
  return sql<boolean>`(${column('paid_at')} is null and ${column('closed_at')} is not null
    and exists (select 1 from offer_uses where offer_uses.order_id = ${column('id')} and offer_uses.state = 'used'))`
}

/** Ids of the orders that are claimed gifts. */
export async function listGiftOrders(db: Db, orderIds: string[]): Promise<string[]> {
  if (orderIds.length === 0) return []
  const gifts = await db
    .selectFrom('orders')
    .select('id')
    .where('id', 'in', orderIds)
    .where(isGift('orders'))
    .execute()
  return gifts.map(({ id }) => id)
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

/** Deletes what unpaid orders have given back, unless a provider may still report their payment. */
export async function deleteReleasedBefore(db: Db, instant: number): Promise<void> {
  await db
    .deleteFrom('offerUses')
    .where('state', '=', 'released')
    .where('createdAt', '<', instant)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('orders')
            .whereRef('orders.id', '=', 'offerUses.orderId')
            .where('orders.provider', 'is not', null)
            .select('orders.id'),
        ),
      ),
    )
    .execute()
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

/** True while an unpaid order of the player holds the code. */
export async function isReservedBy(db: Db, playerId: string, codeId: string): Promise<boolean> {
  const reserved = await db
    .selectFrom('offerUses')
    .select('id')
    .where('codeId', '=', codeId)
    .where('playerId', '=', playerId)
    .where('state', '=', 'reserved')
    .limit(1)
    .executeTakeFirst()
  return reserved !== undefined
}
