import { describeFault, storeFault } from '@playhub/contract/operator/sentences/faults'
import { type Tx, transact } from '../../platform/database/database.ts'
import { type Deps, getProvider } from '../deps.ts'
import type { ProviderRefund } from '../provider.ts'
import type { ChargedAttempt } from '../provider-events/apply-payment.ts'
import { clearReviewReason, flagAttempt } from '../records/attempt-store.ts'
import { updateBalance } from '../records/balance.ts'
import { isPaid, toMoney } from '../records/order.ts'
import { lockOrder } from '../records/order-store.ts'
import { refundedTotalMinor, unexplainedMinor } from '../records/refund-rules.ts'
import { insertRefund, listRefundsByAttempt } from '../records/refund-store.ts'
import { nextRefundCheckAt } from '../records/schedules.ts'
import type { AttemptRow, OrderRow, RefundRow } from '../records/tables.ts'
import { publishRefund } from './record-refund.ts'
import { newRefund } from './refund-order.ts'

/**
 * Compares the provider's refund total for a charge with our refunds. Records refunds made in the provider's dashboard;
 * flags the attempt for review when our total exceeds the provider's.
 * @param reported  The refund reported by an event, if any.
 */
export async function compareTotals(
  deps: Deps,
  attempt: ChargedAttempt,
  reported?: ProviderRefund,
): Promise<void> {
  const before = await listRefundsByAttempt(deps.db, attempt.id)
  const { refundedMinor } = await getProvider(deps, attempt).fetchPayment(attempt.providerPaymentId)
  const ourTotalMinor = await transact(deps.db, async (tx) => {
    const order = await lockOrder(tx, attempt.orderId)
    if (!order) throw new Error(`Attempt ${attempt.id} has no order`)
    const now = await listRefundsByAttempt(tx, attempt.id)
    const unexplained = unexplainedMinor(refundedMinor, before, now)
    if (unexplained > 0) await recordExternalRefund(deps, tx, order, attempt, unexplained, reported)
    const finishedBefore = new Set(before.filter(({ state }) => state === 'succeeded').map(({ id }) => id))
    return refundedTotalMinor(now.filter(({ id }) => finishedBefore.has(id)))
  })
  await flagIfExceeded(deps, attempt, ourTotalMinor, refundedMinor)
}

/** Records a refund made in the provider's dashboard. One reported by id is checked until it is final. */
async function recordExternalRefund(
  deps: Deps,
  tx: Tx,
  order: OrderRow,
  attempt: AttemptRow,
  unexplained: number,
  reported: ProviderRefund | undefined,
): Promise<void> {
  const now = deps.clock.now()
  const amountMinor = reported ? Math.min(reported.amountMinor, unexplained) : unexplained
  const name = reported?.refundId ?? `${now}-${unexplained}`
  const state = reported?.state ?? 'succeeded'
  const refund: RefundRow = {
    ...newRefund(
      attempt,
      { ...toMoney(attempt), amountMinor },
      {
        requestKey: `provider:${name}`,
        reason: storeFault('provider-dashboard'),
        requestedBy: 'provider',
      },
      now,
    ),
    state,
    providerRefundId: reported?.refundId ?? null,
    sentAt: now,
    settledAt: state === 'pending' ? null : now,
  }
  await insertRefund(tx, { ...refund, nextCheckAt: reported ? nextRefundCheckAt(refund, now) : null })
  deps.log.warn({ refundId: refund.id, orderId: order.id }, "Refund made in the provider's dashboard")
  if (state === 'succeeded') return publishRefund(deps, tx, order, refund, { state: 'pending' })
  if (isPaid(order) && order.paidAttemptId === attempt.id) await updateBalance(tx, order)
}

/** @param ourTotalMinor  Our succeeded refunds before the provider's response. */
async function flagIfExceeded(
  { db, log }: Deps,
  { id, orderId, currency }: AttemptRow,
  ourTotalMinor: number,
  providerTotalMinor: number,
): Promise<void> {
  if (ourTotalMinor <= providerTotalMinor) return clearReviewReason(db, id)
  const there = { amountMinor: providerTotalMinor, currency }
  const reason = storeFault('refund-totals', { there, here: { amountMinor: ourTotalMinor, currency } })
  if (await flagAttempt(db, id, reason)) {
    log.error(
      { orderId, attemptId: id, reason: describeFault(reason) },
      "Refund totals differ from the provider's; flagged for review",
    )
  }
}
