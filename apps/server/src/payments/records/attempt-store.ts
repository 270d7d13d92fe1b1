import type { PaymentProvider } from '@playhub/contract'
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Db, Tables } from '../../platform/database/database.ts'
import { prepareQuery, prepareRowQuery } from '../../platform/database/prepared-query.ts'
import { erasedText } from '../../platform/personal-data/erased-text.ts'
import { nextTotalsCheckAt } from './schedules.ts'
import type { AttemptRow, AttemptState, OrderRow } from './tables.ts'

const maxReported = 100

/** Opens an attempt; false when the order already has an open one. The partial unique index is the lock. */
export async function insertAttempt(db: Db, attempt: AttemptRow): Promise<boolean> {
  return (await insertUnlessOpen(db, attempt)) !== undefined
}

const insertUnlessOpen = prepareRowQuery((db, attempt: AttemptRow) =>
  db
    .insertInto('attempts')
    .values(attempt)
    .onConflict((open) => open.doNothing())
    .returning('id'),
)

export const findAttempt = prepareRowQuery((db, id: string) =>
  db.selectFrom('attempts').selectAll().where('id', '=', id),
)

/** Oldest first. */
export function listAttemptsByOrder(db: Db, orderId: string): Promise<AttemptRow[]> {
  return db.selectFrom('attempts').selectAll().where('orderId', '=', orderId).orderBy('id').execute()
}

/** Oldest first. */
export function listAttemptsByOrders(db: Db, orderIds: string[]): Promise<AttemptRow[]> {
  return db.selectFrom('attempts').selectAll().where('orderId', 'in', orderIds).orderBy('id').execute()
}

export function findOpenAttempt(db: Db, orderId: string): Promise<AttemptRow | undefined> {
  return db
    .selectFrom('attempts')
    .selectAll()
    .where('orderId', '=', orderId)
    .where('state', '=', 'open')
    .executeTakeFirst()
}

/** The paying attempt, else the open one, else the latest. */
export function findCurrentAttempt(
  db: Db,
  { id, paidAttemptId }: Pick<OrderRow, 'id' | 'paidAttemptId'>,
): Promise<AttemptRow | undefined> {
  return db
    .selectFrom('attempts')
    .selectAll()
    .where('orderId', '=', id)
    .$if(paidAttemptId !== null, (query) => query.where('id', '=', paidAttemptId))
    .orderBy((eb) => eb.case().when('state', '=', 'open').then(0).else(1).end())
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export function findAttemptAt(
  db: Db,
  provider: PaymentProvider,
  providerPaymentId: string,
): Promise<AttemptRow | undefined> {
  return db
    .selectFrom('attempts')
    .selectAll()
    .where('provider', '=', provider)
    .where('providerPaymentId', '=', providerPaymentId)
    .executeTakeFirst()
}

/** Records the provider's id once; later calls change nothing. @returns the attempt as it is now */
export async function setProviderPaymentId(
  db: Db,
  id: string,
  providerPaymentId: string,
): Promise<AttemptRow> {
  const attempt = await setUnknownPaymentId(db, id, providerPaymentId)
  if (!attempt) throw new Error(`There is no attempt ${id}`)
  return attempt
}

const setUnknownPaymentId = prepareRowQuery((db, id: string, providerPaymentId: string) =>
  db
    .updateTable('attempts')
    .set((eb) => ({ providerPaymentId: eb.fn.coalesce('providerPaymentId', eb.val(providerPaymentId)) }))
    .where('id', '=', id)
    .returningAll(),
)

/** Claims the right to query the provider; false when somebody did so after `checkedBefore`. */
export async function claimCheck(db: Db, id: string, now: number, checkedBefore: number): Promise<boolean> {
  const claimed = await db
    .updateTable('attempts')
    .set({ checkedAt: now })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where('checkedAt', '<=', checkedBefore)
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}

type Success = Pick<AttemptRow, 'paidWith' | 'closedAt' | 'nextTotalsCheckAt'>

const toSuccess = (paidWith: string | null, closedAt: number): Success => ({
  paidWith,
  closedAt,
  nextTotalsCheckAt: nextTotalsCheckAt(closedAt, closedAt),
})

const updateToSucceeded = (db: Db, id: string, success: Success) =>
  db
    .updateTable('attempts')
    .set({ state: 'succeeded', ...success, reviewReason: null, supersededAt: null })
    .where('id', '=', id)
    .where('state', '<>', 'succeeded')

const setSucceeded = prepareQuery(updateToSucceeded)
const setSucceededOnce = prepareRowQuery((db, id: string, success: Success) =>
  updateToSucceeded(db, id, success).returning('id'),
)

/** Records arrived money, whatever the attempt's state was. */
export async function succeedAttempt(
  db: Db,
  id: string,
  paidWith: string | null,
  closedAt: number,
): Promise<void> {
  await setSucceeded(db, id, toSuccess(paidWith, closedAt))
}

/** Like `succeedAttempt`. @returns true the first time */
export async function succeedAttemptOnce(
  db: Db,
  id: string,
  paidWith: string | null,
  closedAt: number,
): Promise<boolean> {
  return (await setSucceededOnce(db, id, toSuccess(paidWith, closedAt))) !== undefined
}

/** Records the request to cancel an open attempt's payment. */
export async function requestCancellation(db: Db, id: string, now: number): Promise<void> {
  await db
    .updateTable('attempts')
    .set({ cancelRequestedAt: now })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute()
}

/**
 * Closes an open attempt. One failing after its cancellation was requested is cancelled: Yandex Pay reports both alike.
 * @returns its state now; undefined when it was not open
 */
export async function closeAttempt(
  db: Db,
  id: string,
  state: 'cancelled' | 'failed',
  closedAt: number,
): Promise<AttemptState | undefined> {
  const closed = await db
    .updateTable('attempts')
    .set((eb) => ({
      state: eb
        .case()
        .when('cancelRequestedAt', 'is', null)
        .then<AttemptState>(state)
        .else<AttemptState>('cancelled')
        .end(),
      closedAt,
    }))
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returning('state')
    .executeTakeFirst()
  return closed?.state
}

/**
 * Closes an open attempt here; it stays checked until its provider has closed it, too.
 * @returns the attempt as it is now; undefined when it was not open
 */
export function supersedeAttempt(db: Db, id: string, now: number): Promise<AttemptRow | undefined> {
  return supersedeOpen(db, now).where('id', '=', id).returningAll().executeTakeFirst()
}

/** Like `supersedeAttempt`, for whichever attempt is open on the order. Reconciliation asks its provider to cancel it. */
export function supersedeOpenAttempt(db: Db, orderId: string, now: number): Promise<AttemptRow | undefined> {
  return supersedeOpen(db, now)
    .set({ cancelRequestedAt: now })
    .where('orderId', '=', orderId)
    .returningAll()
    .executeTakeFirst()
}

function supersedeOpen(db: Db, now: number) {
  return db
    .updateTable('attempts')
    .set({ state: 'cancelled', closedAt: now, supersededAt: now, nextCheckAt: now })
    .where('state', '=', 'open')
}

/** The provider has closed a superseded attempt: stop checking it. */
export async function clearSuperseded(db: Db, id: string): Promise<void> {
  await db.updateTable('attempts').set({ supersededAt: null }).where('id', '=', id).execute()
}

/** Claims keeping the attempt's card; false when there is none to keep, or it was claimed before. */
export async function takeRemembering(db: Db, id: string): Promise<boolean> {
  const taken = await db
    .updateTable('attempts')
    .set({ card: null })
    .where('id', '=', id)
    .where('card', '=', 'remember')
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

/** Flags an attempt for an operator's review. True when it was not flagged for this reason before. */
export async function flagAttempt(db: Db, id: string, reviewReason: string): Promise<boolean> {
  const flagged = await db
    .updateTable('attempts')
    .set({ reviewReason })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('reviewReason', 'is', null), eb('reviewReason', '<>', reviewReason)]))
    .returning('id')
    .executeTakeFirst()
  return flagged !== undefined
}

export async function clearReviewReason(db: Db, id: string): Promise<void> {
  await db
    .updateTable('attempts')
    .set({ reviewReason: null })
    .where('id', '=', id)
    .where('reviewReason', 'is not', null)
    .execute()
}

export function listAttemptsToCheck(db: Db, dueBy: number, limit: number): Promise<Pick<AttemptRow, 'id'>[]> {
  return attemptsToCheck(db, dueBy, limit).where('state', '=', 'open').execute()
}

/** Superseded attempts still open at their provider. */
export function listSupersededToCheck(
  db: Db,
  dueBy: number,
  limit: number,
): Promise<Pick<AttemptRow, 'id'>[]> {
  return attemptsToCheck(db, dueBy, limit).where('supersededAt', 'is not', null).execute()
}

function attemptsToCheck(db: Db, dueBy: number, limit: number) {
  return db
    .selectFrom('attempts')
    .select('id')
    .where('nextCheckAt', '<=', dueBy)
    .orderBy('nextCheckAt')
    .limit(limit)
}

export async function scheduleCheck(db: Db, id: string, nextCheckAt: number): Promise<void> {
  await db.updateTable('attempts').set({ nextCheckAt }).where('id', '=', id).execute()
}

export async function markReconciled(db: Db, id: string, reconciledAt: number): Promise<void> {
  await db.updateTable('attempts').set({ reconciledAt }).where('id', '=', id).execute()
}

export function listAttemptsToCompare(
  db: Db,
  dueBy: number,
  limit: number,
): Promise<Pick<AttemptRow, 'id'>[]> {
  return db
    .selectFrom('attempts')
    .select('id')
    .where('nextTotalsCheckAt', '<=', dueBy)
    .orderBy('nextTotalsCheckAt')
    .limit(limit)
    .execute()
}

export async function scheduleTotalsCheck(
  db: Db,
  id: string,
  nextTotalsCheckAt: number | null,
): Promise<void> {
  await db.updateTable('attempts').set({ nextTotalsCheckAt }).where('id', '=', id).execute()
}

/** Latest first. */
export function listReconciled(db: Db, since: number): Promise<AttemptRow[]> {
  return db
    .selectFrom('attempts')
    .selectAll()
    .where('reconciledAt', '>=', since)
    .orderBy('reconciledAt', 'desc')
    .limit(maxReported)
    .execute()
}

export function listAttemptsToReview(db: Db): Promise<AttemptRow[]> {
  return db
    .selectFrom('attempts')
    .selectAll()
    .where('reviewReason', 'is not', null)
    .orderBy('id', 'desc')
    .limit(maxReported)
    .execute()
}

/** Erases the review reasons on the player's attempts. */
export async function eraseReviewReasons(db: Db, playerId: string): Promise<void> {
  const reviewed = updateAttempts(db, playerId).where('reviewReason', 'is not', null)
  await reviewed.set({ reviewReason: erasedText }).execute()
}

/**
 * Erases the receipt emails on the player's attempts.
 * @param keepsOwed  Keeps those of fiscal receipts that are yet to be registered: of the delivery, or of a refund.
 * @returns  False while one is kept.
 */
export async function eraseReceiptEmails(
  db: Db,
  playerId: string,
  { keepsOwed }: { keepsOwed: boolean },
): Promise<boolean> {
  const all = updateAttempts(db, playerId).set({ receiptEmail: null })
  await all.$if(keepsOwed, (some) => some.where((eb) => eb.not(isReceiptOwed(eb)))).execute()
  const kept = await db
    .selectFrom('attempts')
    .innerJoin('orders', 'orders.id', 'attempts.orderId')
    .select('attempts.id')
    .where('playerId', '=', playerId)
    .where('receiptEmail', 'is not', null)
    .executeTakeFirst()
  return kept === undefined
}

function isReceiptOwed(eb: ExpressionBuilder<Tables, 'attempts'>): Expression<SqlBool> {
  const closing = eb
    .selectFrom('closingReceipts')
    .select('closingReceipts.id')
    .whereRef('closingReceipts.orderId', '=', 'attempts.orderId')
    .where('closingReceipts.state', 'in', ['waiting', 'sent', 'failed'])
  const refund = eb
    .selectFrom('refunds')
    .select('refunds.id')
    .whereRef('refunds.attemptId', '=', 'attempts.id')
    .where('refunds.state', '=', 'pending')
  return eb.and([eb('fiscalTerms', 'is not', null), eb.or([eb.exists(closing), eb.exists(refund)])])
}

function updateAttempts(db: Db, playerId: string) {
  const orders = db.selectFrom('orders').select('id').where('playerId', '=', playerId)
  return db.updateTable('attempts').where('orderId', 'in', orders)
}
