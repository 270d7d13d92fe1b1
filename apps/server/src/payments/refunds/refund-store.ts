import type { Db, Tx } from '../../platform/database/database.ts'
import type { RefundRow } from './refund-tables.ts'

export async function insertRefund(db: Db, refund: RefundRow): Promise<void> {
  await db.insertInto('refunds').values(refund).execute()
}

/** Leaves out one that the order has under the same key. */
export async function insertRefundOnce(db: Db, refund: RefundRow): Promise<boolean> {
  const inserted = await db
    .insertInto('refunds')
    .values(refund)
    .onConflict((known) => known.columns(['orderId', 'requestKey']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export function findRefund(db: Db, id: string): Promise<RefundRow | undefined> {
  return db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findRefundByKey(db: Db, orderId: string, requestKey: string): Promise<RefundRow | undefined> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('orderId', '=', orderId)
    .where('requestKey', '=', requestKey)
    .executeTakeFirst()
}

/** The request key of the refund that follows one that has failed. */
export function retryKeyOf(refundId: string): string {
  return `${retryPrefix}${refundId}`
}

export const retryPrefix = 'operator:retry-'

export function findRefundAt(
  db: Db,
  attemptId: string,
  providerRefundId: string,
): Promise<RefundRow | undefined> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('attemptId', '=', attemptId)
    .where('providerRefundId', '=', providerRefundId)
    .executeTakeFirst()
}

/** Oldest first. */
export function listRefundsOfAttempt(db: Db, attemptId: string): Promise<RefundRow[]> {
  return db.selectFrom('refunds').selectAll().where('attemptId', '=', attemptId).orderBy('id').execute()
}

export async function updateRefund(
  db: Db,
  {
    id,
    state,
    providerRefundId,
    error,
    settledAt,
    nextCheckAt,
  }: Pick<RefundRow, 'id' | 'state' | 'providerRefundId' | 'error' | 'settledAt' | 'nextCheckAt'>,
): Promise<void> {
  await db
    .updateTable('refunds')
    .set({ state, providerRefundId, error, settledAt, nextCheckAt })
    .where('id', '=', id)
    .execute()
}

/** Written before the provider is asked for the first time. */
export async function markAsked(tx: Tx, id: string, askedAt: number): Promise<void> {
  await tx.updateTable('refunds').set({ askedAt }).where('id', '=', id).execute()
}

export async function planLook(
  db: Db,
  id: string,
  nextCheckAt: number | null,
  error: string | null,
): Promise<void> {
  await db.updateTable('refunds').set({ nextCheckAt, error }).where('id', '=', id).execute()
}

export function listRefundsToCheck(db: Db, dueBy: number, limit: number): Promise<Pick<RefundRow, 'id'>[]> {
  return db
    .selectFrom('refunds')
    .select('id')
    .where('nextCheckAt', '<=', dueBy)
    .orderBy('nextCheckAt')
    .limit(limit)
    .execute()
}

export async function recordRefundMailed(db: Db, id: string, mailedAt: number): Promise<void> {
  await db.updateTable('refunds').set({ mailedAt }).where('id', '=', id).execute()
}

/** What went back of the charge that paid the order, oldest first. */
export function listRefundsPaidOut(db: Db, orderId: string): Promise<RefundRow[]> {
  return db
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.paidAttemptId', 'refunds.attemptId')
    .selectAll('refunds')
    .where('orders.id', '=', orderId)
    .where('refunds.state', '=', 'succeeded')
    .orderBy('refunds.id')
    .execute()
}
