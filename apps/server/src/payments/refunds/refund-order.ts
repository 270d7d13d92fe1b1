import type { Money } from '@playhub/contract'
import { describeFault, storeFault } from '@playhub/contract/operator/sentences/faults'
import { findStaff } from '../../operators/roles/index.ts'
import { type Operation, recordOperation } from '../../platform/audit-log.ts'
import { type Tx, transact } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { AttemptPayload, endHoldJob, jobKinds, providerCallQueue, refundJob } from '../jobs.ts'
import { providerDefinitions } from '../providers/index.ts'
import { findAttempt } from '../records/attempt-store.ts'
import { computeBalance, updateBalance } from '../records/balance.ts'
import { isPaid, toConcerned, toMoney } from '../records/order.ts'
import { lockOrder } from '../records/order-store.ts'
import { isBelowMinimum, isGoodwill } from '../records/refund-rules.ts'
import { findRefund, findRefundByKey, insertRefund, toRetryKey } from '../records/refund-store.ts'
import type { AttemptRow, HeldItem, OrderRow, RefundRow } from '../records/tables.ts'

/** A refund as its requester sees it. */
export type Refund = { paymentId: string } & Pick<
  RefundRow,
  | 'id'
  | 'amountMinor'
  | 'currency'
  | 'reason'
  | 'requestedBy'
  | 'operator'
  | 'state'
  | 'error'
  | 'createdAt'
  | 'settledAt'
  | 'heldUntil'
  | 'heldItem'
  | 'undoneAt'
  | 'declaredAt'
>

export type RefundDeps = Pick<Deps, 'db' | 'clock' | 'jobs'>

/** Keeps a refund back until an instant. `item` is decided when it is sent. */
export type RefundHold = { until: number; item: HeldItem }

export type RefundRequest = {
  orderId: string
  /** Default: the refundable rest. */
  amountMinor?: number | undefined
  reason: string
  requestedBy: 'game' | 'operator' | 'player'
  /** The requester's idempotency key. */
  key: string
  /** Recorded in the audit log. */
  operation?: Operation
  hold?: RefundHold | undefined
  /** Runs in the same transaction once the amount is reserved; a refusal undoes the refund. */
  onReserved?: (tx: Tx, order: OrderRow, refund: RefundRow) => Promise<void>
}

/**
 * Refunds an order; a job sends the request to the provider. Idempotent by `key`. The amount is reserved at once, so
 * concurrent refunds never exceed the charge.
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
    const operator = await findRequester(tx, request.operation)
    const refund = await reserveRefund(deps, tx, order, charge, { ...request, requestKey, operator })
    if (request.operation) await recordRefundOperation(deps, tx, order, refund, request.operation)
    await request.onReserved?.(tx, order, refund)
    return { refund: toRefund(refund), isNew: true }
  })
}

/**
 * Retries a failed refund, also for a second charge, with the same amount. Idempotent: a failed refund has one
 * successor. Only goodwill is held.
 * @returns  the successor, which is new unless it was retried before; the refund itself unless it has failed, and when it
 *           was undone; undefined when it does not exist
 * @throws Refusal as `reserveRefund`, when the money has been refunded in another way since
 */
export async function retryRefund(
  deps: RefundDeps,
  refundId: string,
  operation?: Operation,
  { onReserved, hold }: Pick<RefundRequest, 'onReserved' | 'hold'> = {},
): Promise<RequestedRefund | undefined> {
  return transact(deps.db, async (tx) => {
    const found = await findRefund(tx, refundId)
    const order = found && (await lockOrder(tx, found.orderId))
    const refund = await findRefund(tx, refundId)
    if (!order || !refund) return undefined
    if (refund.state !== 'failed' || refund.undoneAt !== null)
      return { refund: toRefund(refund), isNew: false }
    const requestKey = toRetryKey(refundId)
    const successor = await findRefundByKey(tx, order.id, requestKey)
    if (successor) return { refund: toRefund(successor), isNew: false }
    const charge = await findAttempt(tx, refund.attemptId)
    if (!charge) throw new Error(`Refund ${refundId} has no attempt`)
    const { amountMinor, reason, declaredAt, confirmedAt } = refund
    const operator = await findRequester(tx, operation)
    const retry = {
      ...{ amountMinor, reason, requestKey, operator, declaredAt, confirmedAt },
      requestedBy: 'operator' as const,
      hold: isGoodwill(refund, order) ? hold : undefined,
    }
    const retried = await reserveRefund(deps, tx, order, charge, retry)
    if (operation) await recordRefundOperation(deps, tx, order, retried, operation)
    await onReserved?.(tx, order, retried)
    return { refund: toRefund(retried), isNew: true }
  })
}

/** An operator who works in a shell is found by name or email. */
async function findRequester(
  tx: Tx,
  operation: Operation | undefined,
): Promise<{ name: string; id: string | null } | undefined> {
  if (!operation) return undefined
  const [operator] = await findStaff(tx, operation)
  return { name: operation.operator, id: operator?.id ?? null }
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
    before: { refundedMinor: order.refundedMinor, paidMinor: order.amountMinor },
    after: { refundId, amountMinor, currency },
    at: clock.now(),
  })
}

type RefundOrigin = Pick<RefundRow, 'requestKey' | 'reason'> & {
  requestedBy: RefundRow['requestedBy'] | 'player'
  /** For the retry of a withdrawal. */
  declaredAt?: number | null
  confirmedAt?: number | null
  operator?: { name: string; id: string | null } | undefined
}

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
  request: RefundOrigin & { amountMinor?: number | undefined; hold?: RefundHold | undefined },
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
  const { hold } = request
  const refund = {
    ...newRefund(charge, { amountMinor, currency: charge.currency }, request, clock.now()),
    ...(hold && { heldUntil: hold.until, heldItem: hold.item, nextCheckAt: hold.until }),
  }
  await insertRefund(tx, refund)
  if (isPaid(order) && order.paidAttemptId === charge.id) await updateBalance(tx, order)
  await jobs.enqueue(tx, hold ? endHoldJob(refund, hold.until) : refundJob(refund))
  return refund
}

export function defineSecondChargeJobs(deps: Deps): void {
  deps.jobs.define(jobKinds.refundSecondCharge, {
    queue: providerCallQueue,
    run: (payload) => refundSecondCharge(deps, AttemptPayload.parse(payload).attemptId),
  })
}

/** Refunds a surplus charge. */
async function refundSecondCharge({ db, clock, jobs }: Deps, attemptId: string): Promise<void> {
  await transact(db, async (tx) => {
    const attempt = await findAttempt(tx, attemptId)
    const order = attempt && (await lockOrder(tx, attempt.orderId))
    if (!order) throw new Error(`Attempt ${attemptId} has no order`)
    const requestKey = `hub:second-charge-${attemptId}`
    if (await findRefundByKey(tx, order.id, requestKey)) return
    const reason = storeFault(isPaid(order) ? 'paid-twice' : 'paid-after-close')
    const origin = { requestKey, requestedBy: 'hub', reason } as const
    const refund = newRefund(attempt, toMoney(attempt), origin, clock.now())
    await insertRefund(tx, refund)
    await jobs.enqueue(tx, refundJob(refund))
  })
}

export function newRefund(
  attempt: Pick<AttemptRow, 'id' | 'orderId'>,
  { amountMinor, currency }: Money,
  { requestKey, reason, requestedBy, operator, declaredAt = null, confirmedAt = null }: RefundOrigin,
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
    requestedBy: requestedBy === 'player' ? 'game' : requestedBy,
    state: 'pending',
    providerRefundId: null,
    error: null,
    createdAt: now,
    sentAt: null,
    nextCheckAt: now,
    settledAt: null,
    mailedAt: null,
    operator: operator?.name ?? null,
    operatorId: operator?.id ?? null,
    heldUntil: null,
    heldItem: null,
    undoneAt: null,
    declaredAt: requestedBy === 'player' ? now : declaredAt,
    confirmedAt,
  }
}

export function toRefund(row: RefundRow): Refund {
  const { id, orderId, amountMinor, currency, requestedBy, operator, state } = row
  const { createdAt, settledAt, heldUntil, heldItem, undoneAt, declaredAt } = row
  return {
    ...{ id, paymentId: orderId, amountMinor, currency, requestedBy, operator, state },
    ...{ createdAt, settledAt, heldUntil, heldItem, undoneAt, declaredAt },
    reason: describeFault(row.reason),
    error: describeFault(row.error),
  }
}
