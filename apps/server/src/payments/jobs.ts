/** Background jobs for payments. A flow enqueues another flow's job through these functions instead of importing it. */
import * as z from 'zod'
import type { QueueOptions } from '../platform/jobs/job-queue.ts'
import type { NewJob } from '../platform/jobs/jobs.ts'

/** Provider calls. */
export const settlementQueue: QueueOptions = { name: 'settlement', concurrency: 32 }

/** One queue per project, so that a slow game server delays no other project. */
export const webhookQueue = (project: string): QueueOptions => ({
  name: `webhooks of ${project}`,
  concurrency: 32,
})

/** Payment emails, and the providers' fiscal receipts that they wait for. */
export const receiptQueue: QueueOptions = { name: 'receipts', concurrency: 20 }

export const jobKinds = {
  processPaymentEvent: 'payments.process-payment-event',
  processRefundEvent: 'payments.process-refund-event',
  processDisputeEvent: 'payments.process-dispute-event',
  checkAttempt: 'payments.check-attempt',
  reconcileAttempt: 'payments.reconcile-attempt',
  refund: 'payments.refund',
  refundSecondCharge: 'payments.refund-second-charge',
  emailRefund: 'payments.email-refund',
  issueReceipt: 'payments.issue-receipt',
  eraseRefunds: 'payments.erase-refunds',
  resumeWebhooks: 'payments.resume-webhooks',
  /** One kind per project, because a kind belongs to one queue. */
  deliverWebhooks: (project: string) => `payments.deliver-webhooks:${project}`,
}

export const AttemptPayload = z.object({ attemptId: z.string() })
export const RefundPayload = z.object({ refundId: z.string() })
export const OrderPayload = z.object({ orderId: z.string() })
export const PlayerPayload = z.object({ playerId: z.string() })

export const PaymentEventPayload = z.object({ attemptId: z.string(), providerPaymentId: z.string() })
export type PaymentEventPayload = z.infer<typeof PaymentEventPayload>
export const RefundEventPayload = z.object({ attemptId: z.string(), refundId: z.string().nullable() })
export type RefundEventPayload = z.infer<typeof RefundEventPayload>
export const DisputeEventPayload = z.object({ attemptId: z.string(), disputeId: z.string() })
export type DisputeEventPayload = z.infer<typeof DisputeEventPayload>

export const paymentEventJob = (payload: PaymentEventPayload): NewJob => ({
  kind: jobKinds.processPaymentEvent,
  payload,
})

/** @param payload.refundId  The provider's id; null where the event has none. */
export const refundEventJob = (payload: RefundEventPayload): NewJob => ({
  kind: jobKinds.processRefundEvent,
  payload,
})

/** @param payload.disputeId  The provider's id. */
export const disputeEventJob = (payload: DisputeEventPayload): NewJob => ({
  kind: jobKinds.processDisputeEvent,
  payload,
})

/** Syncs an attempt that received no event. */
export const checkAttemptJob = (attemptId: string): NewJob => ({
  kind: jobKinds.checkAttempt,
  payload: { attemptId },
  dedupeKey: `${jobKinds.checkAttempt}:${attemptId}`,
})

/** Compares an attempt with its provider in every respect; requested by an operator. */
export const reconcileAttemptJob = (attemptId: string): NewJob => ({
  kind: jobKinds.reconcileAttempt,
  payload: { attemptId },
})

export const refundJob = ({ id }: { id: string }): NewJob => ({
  kind: jobKinds.refund,
  payload: { refundId: id },
})

/** Refunds a charge that its order does not need. */
export const refundSecondChargeJob = (attemptId: string): NewJob => ({
  kind: jobKinds.refundSecondCharge,
  payload: { attemptId },
})

export const refundEmailJob = (refundId: string): NewJob => ({
  kind: jobKinds.emailRefund,
  payload: { refundId },
})

/** Erases the texts of refunds that were not settled when their player's account was erased. */
export const eraseRefundsJob = (playerId: string, runAt: number): NewJob => ({
  kind: jobKinds.eraseRefunds,
  payload: { playerId },
  runAt,
})

/** Creates and emails a paid order's receipt. */
export const issueReceiptJob = (orderId: string): NewJob => ({
  kind: jobKinds.issueReceipt,
  payload: { orderId },
})

/**
 * Delivers one player's waiting webhooks. Safe to enqueue too often: the rows decide what is due.
 * @param runAt  Default: immediately.
 */
export function deliverWebhooksJob(
  { project, playerId }: { project: string; playerId: string },
  runAt?: number,
): NewJob {
  const kind = jobKinds.deliverWebhooks(project)
  return {
    kind,
    payload: { playerId },
    ...(runAt !== undefined && { runAt, dedupeKey: `${kind}:${playerId}:${runAt}` }),
  }
}

/** Delivers what was queued while a project was paused. */
export const resumeWebhooksJob = (project: string): NewJob => ({
  kind: jobKinds.resumeWebhooks,
  payload: { project },
})
