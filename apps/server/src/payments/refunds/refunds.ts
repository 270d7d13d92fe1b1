import type { Money } from '@playhub/contract'
import { type Tx, transact } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import type { NewJob } from '../../platform/jobs.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { moneyOf } from '../orders/order.ts'
import { lockOrder } from '../orders/order-store.ts'
import type { AttemptRow } from '../tables.ts'
import { countSums, isPaid, recount } from './books.ts'
import { findRefundByKey, insertRefund, insertRefundOnce } from './refund-store.ts'
import type { RefundRequester, RefundRow } from './refund-tables.ts'

export const refundJobKind = 'payments.refund'

/** A refund as others see it. */
export type Refund = { paymentId: string } & Pick<
  RefundRow,
  'id' | 'amountMinor' | 'currency' | 'reason' | 'requestedBy' | 'state' | 'error' | 'createdAt' | 'settledAt'
>

export type RefundWish = {
  orderId: string
  /** All that is left when there is none. */
  amountMinor?: number | undefined
  reason: string
  requestedBy: 'game' | 'operator'
  /** The caller's own name of it: asked for again, it is the same refund. */
  key: string
}

/**
 * Returns money for an order; the provider is asked by a job. Safe to repeat by its key. What is asked for is taken
 * from what is left at once, so that refunds that race never return more than was paid.
 * @throws Refusal PAYMENT_NOT_FOUND, PAYMENT_NOT_PAID, or REFUND_EXCEEDS_PAID with what is `left`
 */
export async function refundOrder(
  { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  wish: RefundWish,
): Promise<Refund> {
  return transact(db, async (tx) => {
    const order = await lockOrder(tx, wish.orderId)
    if (!order) throw new Refusal('PAYMENT_NOT_FOUND')
    const requestKey = `${wish.requestedBy}:${wish.key}`
    const known = await findRefundByKey(tx, order.id, requestKey)
    if (known) return toRefund(known)
    if (!isPaid(order)) throw new Refusal('PAYMENT_NOT_PAID')
    const { leftMinor } = await countSums(tx, order)
    const amountMinor = wish.amountMinor ?? leftMinor
    if (amountMinor > leftMinor || leftMinor === 0) {
      throw new Refusal('REFUND_EXCEEDS_PAID', { left: leftMinor })
    }
    const attempt = { id: order.paidAttemptId, orderId: order.id }
    const money = { amountMinor, currency: order.currency as Money['currency'] }
    const refund = newRefund(attempt, money, { ...wish, requestKey }, clock.now())
    await insertRefund(tx, refund)
    await recount(tx, order)
    await jobs.enqueue(tx, refundJob(refund))
    return toRefund(refund)
  })
}

/** Another attempt has paid the order already, so this charge goes back, in the transaction that learnt of it. */
export async function returnSecondCharge(
  { clock, jobs, log }: Pick<Deps, 'clock' | 'jobs' | 'log'>,
  tx: Tx,
  attempt: AttemptRow,
): Promise<void> {
  const { id, orderId } = attempt
  log.error({ order: orderId, attempt: id }, 'An order was charged twice; the second goes back')
  const why = {
    requestKey: `hub:second-charge-${id}`,
    requestedBy: 'hub',
    reason: 'The order was paid twice',
  } as const
  const refund = newRefund(attempt, moneyOf(attempt), why, clock.now())
  if (await insertRefundOnce(tx, refund)) await jobs.enqueue(tx, refundJob(refund))
}

export function refundJob({ id }: Pick<RefundRow, 'id'>): NewJob {
  return { kind: refundJobKind, payload: { refundId: id } }
}

export function newRefund(
  attempt: Pick<AttemptRow, 'id' | 'orderId'>,
  { amountMinor, currency }: Money,
  {
    requestKey,
    reason,
    requestedBy,
  }: Pick<RefundRow, 'requestKey' | 'reason'> & { requestedBy: RefundRequester },
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
    askedAt: null,
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
