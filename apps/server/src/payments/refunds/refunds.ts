import type { Money } from '@playhub/contract'
import { type Tx, transact } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import type { NewJob } from '../../platform/jobs/jobs.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { moneyOf } from '../orders/order.ts'
import { lockOrder } from '../orders/order-store.ts'
import { smallestReturnMinor } from '../providers/smallest-return.ts'
import type { AttemptRow, OrderRow } from '../tables.ts'
import { countSums, isPaid, recount } from './books.ts'
import { isTooSmall } from './refund.ts'
import { findRefundByKey, insertRefund, insertRefundOnce } from './refund-store.ts'
import type { RefundRow } from './refund-tables.ts'

export const refundJobKind = 'payments.refund'

/** A refund as others see it. */
export type Refund = { paymentId: string } & Pick<
  RefundRow,
  'id' | 'amountMinor' | 'currency' | 'reason' | 'requestedBy' | 'state' | 'error' | 'createdAt' | 'settledAt'
>

export type RefundDeps = Pick<Deps, 'db' | 'clock' | 'jobs'>

/** Who wants it, why, and under which name. */
type Wanted = Pick<RefundRow, 'requestKey' | 'reason' | 'requestedBy'>

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
 * @throws Refusal PAYMENT_NOT_FOUND, PAYMENT_NOT_PAID, or as `reserveRefund`
 */
export async function refundOrder(deps: RefundDeps, wish: RefundWish): Promise<Refund> {
  return transact(deps.db, async (tx) => {
    const order = await lockOrder(tx, wish.orderId)
    if (!order) throw new Refusal('PAYMENT_NOT_FOUND')
    const requestKey = `${wish.requestedBy}:${wish.key}`
    const known = await findRefundByKey(tx, order.id, requestKey)
    if (known) return toRefund(known)
    if (!isPaid(order)) throw new Refusal('PAYMENT_NOT_PAID')
    const { id: orderId, paidAttemptId: id, amountMinor } = order
    const charge = { id, orderId, amountMinor, ...chargedBy(order) }
    return toRefund(await reserveRefund(deps, tx, order, charge, { ...wish, requestKey }))
  })
}

/** What a paid order was paid with. */
const chargedBy = ({ provider, currency }: OrderRow) =>
  ({ provider, currency }) as Pick<AttemptRow, 'provider' | 'currency'>

/**
 * Takes a sum from what is left of a charge, and plans the asking for it.
 * @param order  Locked.
 * @throws Refusal REFUND_EXCEEDS_PAID with what is `left`, REFUND_TOO_SMALL with the `smallest` part and rest
 */
export async function reserveRefund(
  { clock, jobs }: Pick<RefundDeps, 'clock' | 'jobs'>,
  tx: Tx,
  order: OrderRow,
  charge: Pick<AttemptRow, 'id' | 'orderId' | 'provider' | 'currency' | 'amountMinor'>,
  wish: Wanted & { amountMinor?: number | undefined },
): Promise<RefundRow> {
  const { leftMinor } = await countSums(tx, charge)
  const amountMinor = wish.amountMinor ?? leftMinor
  if (amountMinor > leftMinor || leftMinor === 0) {
    throw new Refusal('REFUND_EXCEEDS_PAID', { left: leftMinor })
  }
  const smallest = smallestReturnMinor[charge.provider]
  if (isTooSmall(amountMinor, leftMinor, smallest)) throw new Refusal('REFUND_TOO_SMALL', { smallest })
  const refund = newRefund(charge, { amountMinor, currency: charge.currency }, wish, clock.now())
  await insertRefund(tx, refund)
  if (isPaid(order) && order.paidAttemptId === charge.id) await recount(tx, order)
  await jobs.enqueue(tx, refundJob(refund))
  return refund
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
  { requestKey, reason, requestedBy }: Wanted,
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
