import { describeFault, storeFault } from '@playhub/contract/operator/sentences/faults'
import type { Tx } from '../../platform/database/database.ts'
import type { Deps } from '../deps.ts'
import { closePrepaymentJob, refundEmailJob } from '../jobs.ts'
import { takesPrepayments } from '../provider.ts'
import { updateBalance } from '../records/balance.ts'
import { isPaid } from '../records/order.ts'
import { lockOrder } from '../records/order-store.ts'
import { listUnits } from '../records/purchase-store.ts'
import { canTransition } from '../records/refund-rules.ts'
import { findRefund, updateRefund } from '../records/refund-store.ts'
import { nextRefundCheckAt } from '../records/schedules.ts'
import type { OrderRow, RefundRow } from '../records/tables.ts'
import { fileWebhook, paymentRefunded } from '../records/webhook.ts'

/** An outcome without `refundId` is only our call's; it cannot change a refund named by the provider. */
export type RefundOutcome = { state: RefundRow['state']; refundId: string | null; error?: string }

/** Records a refund's outcome at the provider, and publishes a new state. Idempotent and safe to race. */
export async function recordRefund(
  deps: Deps,
  tx: Tx,
  { id, orderId }: Pick<RefundRow, 'id' | 'orderId'>,
  outcome: RefundOutcome,
): Promise<RefundRow> {
  const now = deps.clock.now()
  const order = await lockOrder(tx, orderId)
  const before = await findRefund(tx, id)
  if (!order || !before) throw new Error(`Refund ${id} does not exist`)
  const isApplicable =
    outcome.refundId !== null || (before.state === 'pending' && before.providerRefundId === null)
  const isChange = isApplicable && canTransition(before.state, outcome.state)
  const changed = {
    ...before,
    state: isChange ? outcome.state : before.state,
    providerRefundId: before.providerRefundId ?? outcome.refundId,
    error: isChange ? toErrorMessage(outcome) : before.state === 'failed' ? before.error : null,
    settledAt: isChange ? now : before.settledAt,
  }
  const refund = { ...changed, nextCheckAt: nextRefundCheckAt(changed, now) }
  await updateRefund(tx, refund)
  if (isChange) await publishRefund(deps, tx, order, refund, before)
  return refund
}

/**
 * Applies a refund's new state: email, balance and webhook. A refund on another charge than the paying one concerns
 * neither a purchase nor a game.
 */
export async function publishRefund(
  deps: Deps,
  tx: Tx,
  order: OrderRow,
  refund: RefundRow,
  before: Pick<RefundRow, 'state'>,
): Promise<void> {
  const { id, state, error, settledAt } = refund
  if (state === 'failed')
    deps.log.error({ refundId: id, orderId: order.id, reason: describeFault(error) }, 'Refund failed')
  if (state === 'succeeded') await deps.jobs.enqueue(tx, refundEmailJob(id))
  if (!isPaid(order) || order.paidAttemptId !== refund.attemptId) return
  if (takesPrepayments(deps)) await deps.jobs.enqueue(tx, closePrepaymentJob(order.id))
  const balance = await updateBalance(tx, order)
  // A refund without success had no webhook.
  if (state === 'failed' && before.state === 'pending') return
  const purchases = await listUnits(tx, order.id)
  const content = paymentRefunded(order, purchases, refund, balance, settledAt ?? deps.clock.now())
  await fileWebhook(deps, tx, order, content)
}

function toErrorMessage({ state, error }: RefundOutcome): string | null {
  return state === 'failed' ? (error ?? storeFault('refund-impossible')) : null
}
