import type { Db, Tx } from '../../platform/database/database.ts'
import type { Standing } from '../refunds/refund.ts'
import type { PurchaseRow } from '../tables.ts'

type PurchaseState = PurchaseRow['state']

export async function insertPurchase(db: Db, purchase: PurchaseRow): Promise<void> {
  await db.insertInto('purchases').values(purchase).execute()
}

export function findPurchaseOfOrder(db: Db, orderId: string): Promise<PurchaseRow | undefined> {
  return db.selectFrom('purchases').selectAll().where('orderId', '=', orderId).executeTakeFirst()
}

export function findPurchase(db: Db, id: string): Promise<PurchaseRow | undefined> {
  return db.selectFrom('purchases').selectAll().where('id', '=', id).executeTakeFirst()
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

export type ProjectPage = {
  playerId?: string | undefined
  state?: PurchaseState | undefined
  after?: string | undefined
  limit: number
}

/** What has been bought in a project, oldest first. */
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

/** What the money of its order makes of a purchase: one that was used stays used, unless the money went back. */
export async function setStanding(tx: Tx, orderId: string, standing: Standing): Promise<void> {
  await tx
    .updateTable('purchases')
    .set((eb) => ({
      state:
        standing === 'revoked'
          ? standing
          : eb
              .case()
              .when('consumedAt', 'is not', null)
              .then(eb.val<PurchaseState>('consumed'))
              .else(standing)
              .end(),
    }))
    .where('orderId', '=', orderId)
    .execute()
}
