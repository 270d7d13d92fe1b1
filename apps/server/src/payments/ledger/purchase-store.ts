import type { Db, Tx } from '../../platform/database/database.ts'
import type { PurchaseRow, PurchaseState, UnconsumedState } from './tables.ts'

export async function insertPurchase(db: Db, purchase: PurchaseRow): Promise<void> {
  await db.insertInto('purchases').values(purchase).execute()
}

export function findPurchase(db: Db, id: string): Promise<PurchaseRow | undefined> {
  return db.selectFrom('purchases').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findPurchaseOfOrder(db: Db, orderId: string): Promise<PurchaseRow | undefined> {
  return db.selectFrom('purchases').selectAll().where('orderId', '=', orderId).executeTakeFirst()
}

/** Every purchase of the player, consumed ones included, oldest first. */
export function listPurchasesOfPlayer(db: Db, playerId: string): Promise<PurchaseRow[]> {
  return db.selectFrom('purchases').selectAll().where('playerId', '=', playerId).orderBy('id').execute()
}

/** What the player owns and has not consumed. */
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
    .$if(playerId !== undefined, (query) => query.where('playerId', '=', playerId as string))
    .$if(state !== undefined, (query) => query.where('state', '=', state as PurchaseState))
    .$if(after !== undefined, (query) => query.where('id', '>', after as string))
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Undefined when the player has no granted purchase of this id. */
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

/** A consumed purchase stays consumed unless it is revoked. */
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
    .execute()
}
