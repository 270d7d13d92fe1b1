import type { Money } from '@playhub/contract'
import { type Operation, recordOperation } from '../../platform/audit-log.ts'
import { type Tx, transact } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { AttemptPayload, jobKinds, refundJob, settlementQueue } from '../jobs.ts'
import { providerDefinitions } from '../providers/index.ts'
import { findAttempt } from '../records/attempt-store.ts'
import { computeBalance, updateBalance } from '../records/balance.ts'
import { isPaid, toConcerned, toMoney } from '../records/order.ts'
import { lockOrder } from '../records/order-store.ts'
import { isBelowMinimum } from '../records/refund-rules.ts'
import { findRefund, findRefundByKey, insertRefund, toRetryKey } from '../records/refund-store.ts'
import type { AttemptRow, OrderRow, RefundRow } from '../records/tables.ts'

/** A refund as its requester sees it. */
export type Refund = { paymentId: string } & Pick<
  RefundRow,
  'id' | 'amountMinor' | 'currency' | 'reason' | 'requestedBy' | 'state' | 'error' | 'createdAt' | 'settledAt'
>

export type RefundDeps = Pick<Deps, 'db' | 'clock' | 'jobs'>

export type RefundRequest = {
  orderId: string
  /** Default: everything that is still refundable. */
  amountMinor?: number | undefined
  reason: string
  requestedBy: 'game' | 'operator'
  /** The requester's idempotency key. */
  key: string
  /** Recorded in the audit log. */
  operation?: Operation
  /** Runs in the same transaction once the amount is reserved; a refusal undoes the refund. */
  onReserved?: (tx: Tx, order: OrderRow, refund: RefundRow) => Promise<void>
}

/**
 * Refunds an order; a job sends the request to the provider. Idempotent by `key`. The amount is reserved at once, so
 * that concurrent refunds never exceed what was paid.
 * @throws Refusal PAYMENT_NOT_FOUND, PAYMENT_NOT_PAID, or as `reserveRefund`
 */
export async function refundOrder(deps: RefundDeps, request: RefundRequest): Promise<Refund> {
  return (await requestRefund(deps, request)).refund
}

/** A refund, and whether this request created it or an earlier one did. */
export type RequestedRefund = { refund: Refund; isNew: boolean }

/** Like `refundOrder`. */
export async function requestRefund(deps: RefundDeps, request: RefundRequest): Promise<RequestedRefund> {
  return transact(deps.db, async (tx) => {
    const order = await lockOrder(tx, request.orderId)
    if (!order) throw new Refusal('PAYMENT_NOT_FOUND')
    const requestKey = `${request.requestedBy}:${request.key}`
    const known = await findRefundByKey(tx, order.id, requestKey)
    if (known) return { refund: toRefund(known), isNew: false }
    if (!isPaid(order)) throw new Refusal('PAYMENT_NOT_PAID')
    const { id: orderId, paidAttemptId: id, amountMinor, provider, currency } = order
    const charge = { id, orderId, amountMinor, provider, currency }
    const refund = await reserveRefund(deps, tx, order, charge, { ...request, requestKey })
    if (request.operation) await recordRefundOperation(deps, tx, order, refund, request.operation)
    await request.onReserved?.(tx, order, refund)
    return { refund: toRefund(refund), isNew: true }
  })
}

/**
 * Retries a failed refund, also for a second charge, with the same amount. Idempotent: a failed refund has one
 * successor.
 * @returns  the successor, which is new unless it was retried before; the refund itself unless it has failed; undefined
 *           when it does not exist
 * @throws Refusal as `reserveRefund`, when the money has been refunded in another way since
 */
export async function retryRefund(
  deps: RefundDeps,
  refundId: string,
  operation?: Operation,
  onReserved?: RefundRequest['onReserved'],
): Promise<RequestedRefund | undefined> {
  return transact(deps.db, async (tx) => {
    const found = await findRefund(tx, refundId)
    const order = found && (await lockOrder(tx, found.orderId))
    const refund = await findRefund(tx, refundId)
    if (!order || !refund) return undefined
    if (refund.state !== 'failed') return { refund: toRefund(refund), isNew: false }
    const requestKey = toRetryKey(refundId)
    const successor = await findRefundByKey(tx, order.id, requestKey)
    if (successor) return { refund: toRefund(successor), isNew: false }
    const charge = await findAttempt(tx, refund.attemptId)
    if (!charge) throw new Error(`Refund ${refundId} has no attempt`)
    const { amountMinor, reason } = refund
    const retry = { amountMinor, reason, requestedBy: 'operator', requestKey } as const
    const retried = await reserveRefund(deps, tx, order, charge, retry)
    if (operation) await recordRefundOperation(deps, tx, order, retried, operation)
    await onReserved?.(tx, order, retried)
    return { refund: toRefund(retried), isNew: true }
  })
}

function recordRefundOperation(
  { clock }: RefundDeps,
  tx: Tx,
  order: OrderRow,
  { id: refundId, orderId, amountMinor, currency }: RefundRow,
  operation: Operation,
): Promise<void> {
  return recordOperation(tx, operation, {
    action: 'order.refund',
    subject: orderId,
    ...toConcerned(order),
    before: { refundedMinor: order.refundedMinor },
    after: { refundId, amountMinor, currency },
    at: clock.now(),
  })
}

type RefundOrigin = Pick<RefundRow, 'requestKey' | 'reason' | 'requestedBy'>

/**
 * Reserves a refund's amount and enqueues its job.
 * @param order  Must be locked.
 * @throws Refusal PAYMENT_DISPUTED, REFUND_EXCEEDS_PAID with what is `left`, REFUND_TOO_SMALL with the `smallest`
 *         amount and remainder, both with the `currency`
 */
async function reserveRefund(
  { clock, jobs }: RefundDeps,
  tx: Tx,
  order: OrderRow,
  charge: Pick<AttemptRow, 'id' | 'orderId' | 'provider' | 'currency' | 'amountMinor'>,
  request: RefundOrigin & { amountMinor?: number | undefined },
): Promise<RefundRow> {
  const { refundableMinor, isDisputed } = await computeBalance(tx, charge)
  if (isDisputed) throw new Refusal('PAYMENT_DISPUTED')
  const amountMinor = request.amountMinor ?? refundableMinor
  if (amountMinor > refundableMinor || refundableMinor === 0) {
    throw new Refusal('REFUND_EXCEEDS_PAID', { left: refundableMinor, currency: charge.currency })
  }
  const smallest = providerDefinitions[charge.provider].minRefundMinor
  if (isBelowMinimum(amountMinor, refundableMinor, smallest))
    throw new Refusal('REFUND_TOO_SMALL', { smallest, currency: charge.currency })
  const refund = newRefund(charge, { amountMinor, currency: charge.currency }, request, clock.now())
  await insertRefund(tx, refund)
  if (isPaid(order) && order.paidAttemptId === charge.id) await updateBalance(tx, order)
  await jobs.enqueue(tx, refundJob(refund))
  return refund
}

export function defineSecondChargeJobs(deps: Deps): void {
  deps.jobs.define(jobKinds.refundSecondCharge, {
    queue: settlementQueue,
    run: (payload) => refundSecondCharge(deps, AttemptPayload.parse(payload).attemptId),
  })
}

/** Refunds a charge that its order does not need. */
async function refundSecondCharge({ db, clock, jobs }: Deps, attemptId: string): Promise<void> {
  await transact(db, async (tx) => {
    const attempt = await findAttempt(tx, attemptId)
    const order = attempt && (await lockOrder(tx, attempt.orderId))
    if (!order) throw new Error(`Attempt ${attemptId} has no order`)
    const requestKey = `hub:second-charge-${attemptId}`
    if (await findRefundByKey(tx, order.id, requestKey)) return
    const reason = isPaid(order) ? 'The order was paid twice' : 'The order was closed before it was paid'
    const origin = { requestKey, requestedBy: 'hub', reason } as const
    const refund = newRefund(attempt, toMoney(attempt), origin, clock.now())
    await insertRefund(tx, refund)
    await jobs.enqueue(tx, refundJob(refund))
  })
}

export function newRefund(
  attempt: Pick<AttemptRow, 'id' | 'orderId'>,
  { amountMinor, currency }: Money,
  { requestKey, reason, requestedBy }: RefundOrigin,
  now: number,
): RefundRow {
  return {
    id: newId(),
    orderId: attempt.orderId,
    attemptId: attempt.id,
    requestKey,
    amountMinor,
    currency,
    reason,
    requestedBy,
    state: 'pending',
    providerRefundId: null,
    error: null,
    createdAt: now,
    sentAt: null,
    nextCheckAt: now,
    settledAt: null,
    mailedAt: null,
  }
}

export function toRefund(row: RefundRow): Refund {
  const { id, orderId, amountMinor, currency, reason, requestedBy, state, error, createdAt, settledAt } = row
  return {
    id,
    paymentId: orderId,
    amountMinor,
    currency,
    reason,
    requestedBy,
    state,
    error,
    createdAt,
    settledAt,
  }
}
