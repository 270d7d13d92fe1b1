import { transact } from '../../platform/database/database.ts'
import { findAttempt } from '../attempts/attempt-store.ts'
import { lockOrder } from '../orders/order-store.ts'
import { findRefund, findRefundByKey, retryKeyOf } from './refund-store.ts'
import { type Refund, type RefundDeps, reserveRefund, toRefund } from './refunds.ts'

/**
 * Asks once more for a refund that has failed, also for that of a second charge: the same sum of the same charge. Safe
 * to repeat: what has failed is followed by one other.
 * @returns  the refund that takes its place; itself while it has not failed; undefined when there is no such refund
 * @throws Refusal as `reserveRefund`: the money has gone back another way since
 */
export async function retryRefund(deps: RefundDeps, refundId: string): Promise<Refund | undefined> {
  return transact(deps.db, async (tx) => {
    const asked = await findRefund(tx, refundId)
    const order = asked && (await lockOrder(tx, asked.orderId))
    const refund = await findRefund(tx, refundId)
    if (!order || !refund) return undefined
    if (refund.state !== 'failed') return toRefund(refund)
    const next = await findRefundByKey(tx, order.id, retryKeyOf(refundId))
    if (next) return toRefund(next)
    const charge = await findAttempt(tx, refund.attemptId)
    if (!charge) throw new Error(`Refund ${refundId} is of no attempt`)
    const { amountMinor, reason } = refund
    const wish = { amountMinor, reason, requestedBy: 'operator', requestKey: retryKeyOf(refundId) } as const
    return toRefund(await reserveRefund(deps, tx, order, charge, wish))
  })
}
