import type { Db, Tx } from '../../platform/database/database.ts'
import { prepareRowQuery } from '../../platform/database/prepared-query.ts'
import type { DecidedState, OrderRow, PurchaseRow, PurchaseState, UnconsumedState } from './tables.ts'

/** False when the order has its purchase already. */
export async function insertPurchase(db: Db, purchase: PurchaseRow): Promise<boolean> {
  return (await insertUnlessGranted(db, purchase)) !== undefined
}

const insertUnlessGranted = prepareRowQuery((db, purchase: PurchaseRow) =>
  db
    .insertInto('purchases')
    .values(purchase)
    .onConflict((existing) => existing.column('orderId').doNothing())
    .returning('id'),
)

export function findPurchase(db: Db, id: string): Promise<PurchaseRow | undefined> {
  return db.selectFrom('purchases').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findPurchaseByOrder(db: Db, orderId: string): Promise<PurchaseRow | undefined> {
  return db.selectFrom('purchases').selectAll().where('orderId', '=', orderId).executeTakeFirst()
}

/** Every purchase on the orders, including consumed ones, oldest first. */
export function listPurchasesByOrders(db: Db, orderIds: string[]): Promise<PurchaseRow[]> {
  return db.selectFrom('purchases').selectAll().where('orderId', 'in', orderIds).orderBy('id').execute()
}

/** The player's unconsumed purchases. */
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
    .where((eb) => eb.and({ project }))
    .orderBy('id')
    .execute()
}

/** True when the player has the item from another order, even while its purchase is disputed or being refunded. */
export async function ownsFromOtherOrder(tx: Tx, order: OrderRow): Promise<boolean> {
  const owned = await tx
    .selectFrom('purchases')
    .select('id')
    .where('playerId', '=', order.playerId)
    .where('state', '<>', 'revoked')
    .where('project', '=', order.project)
    .where('itemId', '=', order.itemId)
    .where('orderId', '<>', order.id)
    .limit(1)
    .executeTakeFirst()
  return owned !== undefined
}

/** The given items among the player's unrefunded purchases. */
export async function listOwnedItems(db: Db, playerId: string, itemIds: string[]): Promise<string[]> {
  const owned = await db
    .selectFrom('purchases')
    .select('itemId')
    .distinct()
    .where('playerId', '=', playerId)
    .where('state', '<>', 'revoked')
    .where('itemId', 'in', itemIds)
    .execute()
  return owned.map(({ itemId }) => itemId)
}

export type ProjectPage = {
  playerId?: string | undefined
  state?: PurchaseState | undefined
  after?: string | undefined
  limit: number
}

/** Purchases in a project, oldest first. */
export function listPurchasesIn(db: Db, project: string, page: ProjectPage): Promise<PurchaseRow[]> {
  const { playerId, state, after, limit } = page
  return db
    .selectFrom('purchases')
    .selectAll()
    .where('project', '=', project)
    .where((eb) => eb.and({ playerId, state }))
    .$call((query) => (after === undefined ? query : query.where('id', '>', after)))
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Undefined when the player has no granted purchase with this id. */
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

/** A consumed purchase stays consumed unless it is revoked. Does nothing once an operator has decided. */
export async function setPurchaseState(tx: Tx, orderId: string, state: UnconsumedState): Promise<void> {
  await tx
    .updateTable('purchases')
    .set((eb) => ({
      state:
        state === 'revoked'
          ? state
          : eb
              .case()
              .when('consumedAt', 'is not', null)
              .then(eb.val<PurchaseState>('consumed'))
              .else(state)
              .end(),
    }))
    .where('orderId', '=', orderId)
    .where('decidedState', 'is', null)
    .execute()
}

/** A consumed purchase stays consumed when it is granted. */
export function decidePurchase(
  tx: Tx,
  orderId: string,
  decidedState: DecidedState,
): Promise<PurchaseRow | undefined> {
  return tx
    .updateTable('purchases')
    .set((eb) => ({
      decidedState,
      state:
        decidedState === 'revoked'
          ? decidedState
          : eb
              .case()
              .when('consumedAt', 'is not', null)
              .then(eb.val<PurchaseState>('consumed'))
              .else(decidedState)
              .end(),
    }))
    .where('orderId', '=', orderId)
    .returningAll()
    .executeTakeFirst()
}
