import type { Tx } from '../../platform/database/database.ts'
import { writeRefunded } from '../orders/order-store.ts'
import { setStanding } from '../orders/purchase-store.ts'
import type { AttemptRow, OrderRow } from '../tables.ts'
import { listDisputesOfAttempt } from './dispute-store.ts'
import { type Sums, sumsOf } from './refund.ts'
import { listRefundsOfAttempt } from './refund-store.ts'

/** An order that an attempt of ours has paid; one of the demo's past has none. */
export type PaidOrder = OrderRow & { paidAttemptId: string; amountMinor: number; paidAt: number }

export function isPaid(order: OrderRow): order is PaidOrder {
  return order.paidAttemptId !== null && order.amountMinor !== null && order.paidAt !== null
}

/** @param charge  Of an order that is locked, so that nobody changes what is counted here. */
export async function countSums(
  tx: Tx,
  { id, amountMinor }: Pick<AttemptRow, 'id' | 'amountMinor'>,
): Promise<Sums> {
  const refunds = await listRefundsOfAttempt(tx, id)
  return sumsOf(amountMinor, refunds, await listDisputesOfAttempt(tx, id))
}

/** Brings an order's refunded sum and its purchase up to its refunds and disputes, after any change of these. */
export async function recount(tx: Tx, order: PaidOrder): Promise<Sums> {
  const sums = await countSums(tx, { id: order.paidAttemptId, amountMinor: order.amountMinor })
  await writeRefunded(tx, order.id, sums.refundedMinor)
  await setStanding(tx, order.id, sums.standing)
  return sums
}
