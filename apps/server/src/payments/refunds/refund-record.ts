import type { Tx } from '../../platform/database/database.ts'
import type { Deps } from '../deps.ts'
import { lockOrder } from '../orders/order-store.ts'
import { findPurchaseOfOrder } from '../orders/purchase-store.ts'
import type { OrderRow } from '../tables.ts'
import { paymentRefunded } from '../webhooks/webhook.ts'
import { fileWebhook } from '../webhooks/webhooks.ts'
import { isPaid, recount } from './books.ts'
import { mayBecome, nextLookAt } from './refund.ts'
import { refundLetterJob } from './refund-email-jobs.ts'
import { findRefund, updateRefund } from './refund-store.ts'
import type { RefundRow } from './refund-tables.ts'

/** Without a `refundId` it is about the call alone: what is known by its name has happened. */
export type RefundWord = { state: RefundRow['state']; refundId: string | null; error?: string }

/** Records the provider's word about a refund, with all that follows from it. Safe to repeat and to race. */
export async function recordRefund(
  deps: Deps,
  tx: Tx,
  { id, orderId }: Pick<RefundRow, 'id' | 'orderId'>,
  told: RefundWord,
): Promise<RefundRow> {
  const now = deps.clock.now()
  const order = await lockOrder(tx, orderId)
  const before = await findRefund(tx, id)
  if (!order || !before) throw new Error(`Refund ${id} is not there`)
  const isAboutIt = told.refundId !== null || (before.state === 'pending' && before.providerRefundId === null)
  const isNews = isAboutIt && mayBecome(before.state, told.state)
  const refund = {
    ...before,
    state: isNews ? told.state : before.state,
    providerRefundId: before.providerRefundId ?? told.refundId,
    error: isNews ? errorIn(told) : before.state === 'failed' ? before.error : null,
    settledAt: isNews ? now : before.settledAt,
  }
  const planned = { ...refund, nextCheckAt: nextLookAt(refund, now) }
  await updateRefund(tx, planned)
  if (isNews) await tellOf(deps, tx, order, planned, before)
  return planned
}

/** What follows from a refund that has come to an end. A charge that paid nothing concerns no purchase and no game. */
export async function tellOf(
  deps: Deps,
  tx: Tx,
  order: OrderRow,
  refund: RefundRow,
  before: Pick<RefundRow, 'state'>,
): Promise<void> {
  const { id, state, error, settledAt } = refund
  if (state === 'failed')
    deps.log.error({ refund: id, order: order.id, reason: error }, 'A refund has failed')
  if (state === 'succeeded') await deps.jobs.enqueue(tx, refundLetterJob(id))
  if (!isPaid(order) || order.paidAttemptId !== refund.attemptId) return
  const sums = await recount(tx, order)
  // Nobody was told of a refund that never went through.
  if (state === 'failed' && before.state === 'pending') return
  const purchase = await findPurchaseOfOrder(tx, order.id)
  const told = paymentRefunded(order, purchase, refund, sums, settledAt ?? deps.clock.now())
  await deps.jobs.enqueue(tx, ...(await fileWebhook(deps, tx, order, told)))
}

function errorIn({ state, error }: RefundWord): string | null {
  return state === 'failed' ? (error ?? 'The provider could not return it') : null
}
