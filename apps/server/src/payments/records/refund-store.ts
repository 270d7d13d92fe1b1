import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { erasedText } from '../../platform/personal-data/erased-text.ts'
import type { RefundRow } from './tables.ts'

const maxReported = 100

export async function insertRefund(db: Db, refund: RefundRow): Promise<void> {
  await db.insertInto('refunds').values(refund).execute()
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

/** @returns  false when the hold has ended before */
export async function endRefundHold(
  tx: Tx,
  id: string,
  change: Partial<
    Pick<RefundRow, 'state' | 'undoneAt' | 'settledAt' | 'nextCheckAt' | 'amountMinor' | 'confirmedAt'>
  >,
): Promise<boolean> {
  const ended = await tx
    .updateTable('refunds')
    .set({ ...change, heldItem: null })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where('heldItem', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

/** Written before the request is sent to the provider for the first time. */
export async function markSent(tx: Tx, id: string, sentAt: number): Promise<void> {
  await tx.updateTable('refunds').set({ sentAt }).where('id', '=', id).execute()
}

export async function scheduleRefundCheck(
  db: Db,
  id: string,
  nextCheckAt: number | null,
  error: string | null,
): Promise<void> {
  await db.updateTable('refunds').set({ nextCheckAt, error }).where('id', '=', id).execute()
}

export async function markRefundEmailed(db: Db, id: string, mailedAt: number): Promise<void> {
  await db.updateTable('refunds').set({ mailedAt }).where('id', '=', id).execute()
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

const retryKeyPrefix = 'operator:retry-'

/** The request key of a refund's replacement. */
export function toRetryKey(refundId: string): string {
  return `${retryKeyPrefix}${refundId}`
}

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
export function listRefundsByAttempt(db: Db, attemptId: string): Promise<RefundRow[]> {
  return db.selectFrom('refunds').selectAll().where('attemptId', '=', attemptId).orderBy('id').execute()
}

/** Succeeded refunds on the order's charge, oldest first. */
export function listPaidAttemptRefunds(db: Db, orderId: string): Promise<RefundRow[]> {
  return db
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.paidAttemptId', 'refunds.attemptId')
    .selectAll('refunds')
    .where('orders.id', '=', orderId)
    .where('refunds.state', '=', 'succeeded')
    .orderBy('refunds.id')
    .execute()
}

/** Includes refunds for second charges. */
export function listRefundsByOrders(db: Db, orderIds: string[]): Promise<RefundRow[]> {
  return db.selectFrom('refunds').selectAll().where('orderId', 'in', orderIds).orderBy('id').execute()
}

export function listRefundsToCheck(
  db: Db,
  dueBy: number,
  limit: number,
): Promise<Pick<RefundRow, 'id' | 'state' | 'heldItem'>[]> {
  return db
    .selectFrom('refunds')
    .select(['id', 'state', 'heldItem'])
    .where('nextCheckAt', '<=', dueBy)
    .orderBy('nextCheckAt')
    .limit(limit)
    .execute()
}

/** Excludes those that were retried or undone. */
export function listFailedRefunds(db: Db, since: number): Promise<RefundRow[]> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('state', '=', sql.lit('failed'))
    .where('undoneAt', 'is', null)
    .where('settledAt', '>=', since)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('refunds as retry')
            .select('retry.id')
            .whereRef('retry.orderId', '=', 'refunds.orderId')
            .where('retry.requestKey', '=', sql<string>`${retryKeyPrefix} || refunds.id`),
        ),
      ),
    )
    .orderBy('id', 'desc')
    .limit(maxReported)
    .execute()
}

export function listStuckRefunds(db: Db, createdBefore: number): Promise<RefundRow[]> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('state', '=', sql.lit('pending'))
    .where('createdAt', '<', createdBefore)
    .orderBy('id')
    .limit(maxReported)
    .execute()
}

/**
 * Erases reasons and errors of the player's refunds.
 * @returns  False while one sent to the provider is not final: its reason stays until then.
 */
export async function eraseRefundTexts(db: Db, playerId: string): Promise<boolean> {
  const orders = db.selectFrom('orders').select('id').where('playerId', '=', playerId)
  const refunds = db
    .updateTable('refunds')
    .where('orderId', 'in', orders)
    .where((eb) => eb.or([eb('state', '<>', 'pending'), eb('sentAt', 'is', null)]))
  await refunds.set({ reason: erasedText }).execute()
  await refunds.set({ error: erasedText }).where('error', 'is not', null).execute()
  const left = await db
    .selectFrom('refunds')
    .select('id')
    .where('orderId', 'in', orders)
    .where('reason', '<>', erasedText)
    .executeTakeFirst()
  return left === undefined
}
