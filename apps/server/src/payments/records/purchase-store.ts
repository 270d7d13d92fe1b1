import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { prepareRowQuery } from '../../platform/database/prepared-query.ts'
import type {
  DecidedState,
  FurtherPurchaseRow,
  OrderRow,
  PurchaseRow,
  PurchaseState,
  UnconsumedState,
} from './tables.ts'

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

/** Inserts the units of an order behind its first one. */
export async function insertFurtherPurchases(db: Db, purchases: FurtherPurchaseRow[]): Promise<void> {
  await db
    .insertInto('furtherPurchases')
    .values(purchases)
    .onConflict((existing) => existing.doNothing())
    .execute()
}

export function findPurchase(db: Db, id: string): Promise<PurchaseRow | undefined> {
  return db.selectFrom('allPurchases').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The purchase that stands for its order: a consumed one, else the first. */
export function findPurchaseByOrder(db: Db, orderId: string): Promise<PurchaseRow | undefined> {
  return db
    .selectFrom('allPurchases')
    .selectAll()
    .where('orderId', '=', orderId)
    .orderBy((eb) => eb.case().when('state', '=', 'consumed').then(0).else(1).end())
    .orderBy('unit')
    .limit(1)
    .executeTakeFirst()
}

/** All units of an order, the first one first. */
export function listUnits(db: Db, orderId: string): Promise<PurchaseRow[]> {
  return db.selectFrom('allPurchases').selectAll().where('orderId', '=', orderId).orderBy('unit').execute()
}

/** Every purchase on the orders, including consumed ones, oldest first. */
export function listPurchasesByOrders(db: Db, orderIds: string[]): Promise<PurchaseRow[]> {
  return db.selectFrom('allPurchases').selectAll().where('orderId', 'in', orderIds).orderBy('id').execute()
}

/** The player's unconsumed purchases. */
export function listGrantedPurchases(
  db: Db,
  playerId: string,
  project: string | undefined,
): Promise<PurchaseRow[]> {
  return db
    .selectFrom('allPurchases')
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
    .selectFrom('allPurchases')
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
    .selectFrom('allPurchases')
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
    .selectFrom('allPurchases')
    .selectAll()
    .where('project', '=', project)
    .where((eb) => eb.and({ playerId, state }))
    .$call((query) => (after === undefined ? query : query.where('id', '>', after)))
    .orderBy('id')
    .limit(limit)
    .execute()
}

const tables = ['purchases', 'furtherPurchases'] as const

/** Undefined when the player has no granted purchase with this id. */
export async function consumeGranted(
  db: Db,
  playerId: string,
  id: string,
  consumedAt: number,
): Promise<PurchaseRow | undefined> {
  for (const table of tables) {
    const consumed = await db
      .updateTable(table)
      .set({ state: 'consumed', consumedAt })
      .where('id', '=', id)
      .where('playerId', '=', playerId)
      .where('state', '=', 'granted')
      .returningAll()
      .executeTakeFirst()
    if (consumed) return consumed
  }
  return undefined
}

/** A consumed purchase stays consumed unless it is revoked. Does nothing once an operator has decided. */
export async function setPurchaseState(tx: Tx, orderId: string, state: UnconsumedState): Promise<void> {
  for (const table of tables)
    await tx
      .updateTable(table)
      .set({ state: unlessConsumed(state) })
      .where('orderId', '=', orderId)
      .where('decidedState', 'is', null)
      .execute()
}

/** A consumed purchase stays consumed when it is granted. @returns  the order's first purchase */
export async function decidePurchase(
  tx: Tx,
  orderId: string,
  decidedState: DecidedState,
): Promise<PurchaseRow | undefined> {
  const decide = (table: (typeof tables)[number]) =>
    tx
      .updateTable(table)
      .set({ decidedState, state: unlessConsumed(decidedState) })
      .where('orderId', '=', orderId)
      .returningAll()
      .executeTakeFirst()
  const first = await decide('purchases')
  await decide('furtherPurchases')
  return first
}

function unlessConsumed(state: UnconsumedState) {
  return state === 'revoked'
    ? sql<PurchaseState>`'revoked'`
    : sql<PurchaseState>`case when consumed_at is not null then 'consumed' else ${state} end`
}
