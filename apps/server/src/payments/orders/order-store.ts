import type { Money, PaymentProvider } from '@playhub/contract'
import type { Db, Tx } from '../../platform/database/database.ts'
import type { AttemptRow, OrderRow } from '../tables.ts'
import { statusesBefore } from './order.ts'

export async function insertOrder(db: Db, order: OrderRow): Promise<void> {
  await db.insertInto('orders').values(order).execute()
}

export function findOrder(db: Db, id: string): Promise<OrderRow | undefined> {
  return db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The order as it is now; nobody else changes it, or its refunds and disputes, until the transaction ends. */
export function lockOrder(tx: Tx, id: string): Promise<OrderRow | undefined> {
  return tx
    .updateTable('orders')
    .set((eb) => ({ status: eb.ref('status') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

export async function writeRefunded(tx: Tx, id: string, refundedMinor: number): Promise<void> {
  await tx.updateTable('orders').set({ refundedMinor }).where('id', '=', id).execute()
}

/** The order, if it is the player's. */
export function findOrderOf(db: Db, playerId: string, id: string): Promise<OrderRow | undefined> {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id)
    .where('playerId', '=', playerId)
    .executeTakeFirst()
}

export type HistoryPage = { project: string | undefined; before: string | undefined; limit: number }

/** Orders that somebody has tried to pay, newest first. */
export function listBegunOrders(db: Db, playerId: string, page: HistoryPage): Promise<OrderRow[]> {
  return begunOrders(db, playerId, page).execute()
}

/** A player may have a hundred thousand: an index must give the page in its order, without a sort. */
export function begunOrders(db: Db, playerId: string, page: HistoryPage) {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('playerId', '=', playerId)
    .where('startedAt', 'is not', null)
    .$if(page.project !== undefined, (query) => query.where('project', '=', page.project as string))
    .$if(page.before !== undefined, (query) => query.where('id', '<', page.before as string))
    .orderBy('id', 'desc')
    .limit(page.limit)
}

/** Makes an order pending; undefined when it is paid already. */
export function beginOrder(db: Db, id: string, now: number): Promise<OrderRow | undefined> {
  return db
    .updateTable('orders')
    .set((eb) => ({ status: 'pending', startedAt: eb.fn.coalesce('startedAt', eb.val(now)) }))
    .where('id', '=', id)
    .where('status', 'in', statusesBefore('pending'))
    .returningAll()
    .executeTakeFirst()
}

/** As `beginOrder`, and writes down which provider was chosen and what it charges. */
export function beginOrderAt(
  db: Db,
  id: string,
  { provider, currency, amountMinor }: Pick<AttemptRow, 'provider' | 'currency' | 'amountMinor'>,
  now: number,
): Promise<OrderRow | undefined> {
  return db
    .updateTable('orders')
    .set((eb) => ({
      status: 'pending',
      startedAt: eb.fn.coalesce('startedAt', eb.val(now)),
      provider,
      currency,
      amountMinor,
    }))
    .where('id', '=', id)
    .where('status', 'in', statusesBefore('pending'))
    .returningAll()
    .executeTakeFirst()
}

/** Writes down which provider is charging after all. */
export async function chooseProvider(
  db: Db,
  id: string,
  provider: PaymentProvider,
  charge: Money,
): Promise<void> {
  await db
    .updateTable('orders')
    .set({ provider, currency: charge.currency, amountMinor: charge.amountMinor })
    .where('id', '=', id)
    .where('status', '<>', 'paid')
    .execute()
}

/** Makes the order paid by this attempt; undefined when it was paid before. */
export function payOrder(
  db: Db,
  attempt: Pick<AttemptRow, 'id' | 'orderId' | 'provider' | 'currency' | 'amountMinor'>,
  paidAt: number,
): Promise<OrderRow | undefined> {
  const { id, orderId, provider, currency, amountMinor } = attempt
  return db
    .updateTable('orders')
    .set((eb) => ({
      status: 'paid',
      provider,
      currency,
      amountMinor,
      paidAt,
      paidAttemptId: id,
      startedAt: eb.fn.coalesce('startedAt', eb.val(paidAt)),
    }))
    .where('id', '=', orderId)
    .where('status', 'in', statusesBefore('paid'))
    .returningAll()
    .executeTakeFirst()
}

/**
 * Takes an order that is no longer being paid out of `pending`, unless another attempt has been opened since.
 * @param tx  Has locked the order: on PostgreSQL a statement that waits for the row would not see the new attempt.
 */
export async function leavePending(tx: Tx, id: string, to: 'none' | 'fail'): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ status: to })
    .where('id', '=', id)
    .where('status', 'in', statusesBefore(to))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('attempts')
            .select('attempts.id')
            .whereRef('attempts.orderId', '=', 'orders.id')
            .where('attempts.state', '=', 'open'),
        ),
      ),
    )
    .execute()
}

/** Orders said to be pending before `startedBefore`, for which no provider was ever asked. */
export async function releaseIdleOrders(db: Db, startedBefore: number): Promise<void> {
  await db
    .updateTable('orders')
    .set({ status: 'none' })
    .where('status', '=', 'pending')
    .where('startedAt', '<', startedBefore)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('attempts')
            .select('attempts.id')
            .whereRef('attempts.orderId', '=', 'orders.id')
            .where('attempts.state', '=', 'open'),
        ),
      ),
    )
    .execute()
}
