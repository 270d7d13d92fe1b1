import type { NewJob } from '../../platform/jobs/jobs.ts'
import type { Deps } from '../deps.ts'
import { findOrder } from '../orders/order-store.ts'
import { receiptEmailOf } from '../orders/payment-screen.ts'
import { receiptQueue } from '../queues.ts'
import { printedReceipt } from '../receipts/receipts.ts'
import { refundLetter } from './refund-email.ts'
import { findRefund, recordRefundMailed } from './refund-store.ts'

const letterJob = 'payments.mail-refund'

/** The job that tells the player that money is on its way back to them. */
export function refundLetterJob(refundId: string): NewJob {
  return { kind: letterJob, payload: { refundId } }
}

export function defineRefundLetterJobs(deps: Deps): void {
  deps.jobs.define(letterJob, {
    queue: receiptQueue,
    run: (payload) => mailRefund(deps, (payload as { refundId: string }).refundId),
  })
}

/** It goes where the receipt went, and brings that receipt as it reads now. */
async function mailRefund(deps: Deps, refundId: string): Promise<void> {
  const refund = await findRefund(deps.db, refundId)
  const order = refund && (await findOrder(deps.db, refund.orderId))
  if (!order || refund.state !== 'succeeded' || refund.mailedAt !== null) return
  const receipt = order.paidAttemptId === refund.attemptId ? await printedReceipt(deps, order) : undefined
  const to = receipt?.email ?? (await receiptEmailOf(deps, order.playerId))
  if (!to) return
  const { operator } = deps.catalogue.content().hub
  await deps.mail.send(refundLetter({ order, refund, operator, receipt }, to))
  await recordRefundMailed(deps.db, refund.id, deps.clock.now())
}
