/** Background jobs for payments. A flow enqueues another flow's job through these functions instead of importing it. */
import * as z from 'zod'
import type { QueueOptions } from '../platform/jobs/job-queue.ts'
import type { NewJob } from '../platform/jobs/jobs.ts'

/** Provider calls. */
export const providerCallQueue: QueueOptions = { name: 'settlement', concurrency: 32 }

/** One queue per project, so a slow game server delays no other project. */
export const webhookQueue = (project: string): QueueOptions => ({
  name: `webhooks of ${project}`,
  concurrency: 32,
})

/** Payment emails, and the fiscal receipts they wait for. */
export const receiptQueue: QueueOptions = { name: 'receipts', concurrency: 20 }

export const jobKinds = {
  processPaymentEvent: 'payments.process-payment-event',
  processRefundEvent: 'payments.process-refund-event',
  processDisputeEvent: 'payments.process-dispute-event',
  checkAttempt: 'payments.check-attempt',
  reconcileAttempt: 'payments.reconcile-attempt',
  refund: 'payments.refund',
  endHold: 'payments.end-refund-hold',
  refundSecondCharge: 'payments.refund-second-charge',
  emailRefund: 'payments.email-refund',
  emailWithdrawal: 'payments.email-withdrawal',
  issueReceipt: 'payments.issue-receipt',
  closePrepayment: 'payments.close-prepayment',
  rememberCard: 'payments.remember-card',
  forgetCard: 'payments.forget-card',
  /** Named after what earlier releases erased later. */
  finishErasure: 'payments.erase-refunds',
  resumeWebhooks: 'payments.resume-webhooks',
  /** One kind per project, because a kind belongs to one queue. */
  deliverWebhooks: (project: string) => `payments.deliver-webhooks:${project}`,
}

export const AttemptPayload = z.object({ attemptId: z.string() })
export const CardPayload = z.object({ cardId: z.string() })
export const RefundPayload = z.object({ refundId: z.string() })
export const WithdrawalPayload = z.object({ refundId: z.string(), step: z.enum(['declared', 'confirmed']) })
export type WithdrawalPayload = z.infer<typeof WithdrawalPayload>
export const OrderPayload = z.object({ orderId: z.string() })
export const PlayerPayload = z.object({ playerId: z.string() })
/** Jobs of earlier releases have no date: they kept no email. */
export const ErasurePayload = z.object({ playerId: z.string(), keepsEmailsUntil: z.int().default(0) })
export type ErasurePayload = z.infer<typeof ErasurePayload>

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

/** Syncs an attempt without events. */
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

/** Keeps the card that has paid an attempt. */
export const rememberCardJob = (attemptId: string): NewJob => ({
  kind: jobKinds.rememberCard,
  payload: { attemptId },
})

/** Has the provider forget a removed card. */
export const forgetCardJob = (cardId: string): NewJob => ({ kind: jobKinds.forgetCard, payload: { cardId } })

export const refundJob = ({ id }: { id: string }): NewJob => ({
  kind: jobKinds.refund,
  payload: { refundId: id },
})

/** Sends a held refund. */
export const endHoldJob = ({ id }: { id: string }, runAt: number): NewJob => ({
  kind: jobKinds.endHold,
  payload: { refundId: id },
  runAt,
  dedupeKey: `${jobKinds.endHold}:${id}:${runAt}`,
})

/** Refunds a surplus charge. */
export const refundSecondChargeJob = (attemptId: string): NewJob => ({
  kind: jobKinds.refundSecondCharge,
  payload: { attemptId },
})

export const refundEmailJob = (refundId: string): NewJob => ({
  kind: jobKinds.emailRefund,
  payload: { refundId },
})

/** Acknowledges one step of a withdrawal. */
export const withdrawalEmailJob = (payload: WithdrawalPayload): NewJob => ({
  kind: jobKinds.emailWithdrawal,
  payload,
})

/** Erases what refunds and receipts in progress still needed when their player's account was erased. */
export const finishErasureJob = (payload: ErasurePayload, runAt: number): NewJob => ({
  kind: jobKinds.finishErasure,
  payload,
  runAt,
})

/** Creates and emails a paid order's receipt. */
export const issueReceiptJob = (orderId: string): NewJob => ({
  kind: jobKinds.issueReceipt,
  payload: { orderId },
})

/**
 * Sends a prepaid order's closing receipt if it is due. Safe to enqueue too often: the row decides.
 * @param runAt  Default: immediately.
 */
export const closePrepaymentJob = (orderId: string, runAt?: number): NewJob => ({
  kind: jobKinds.closePrepayment,
  payload: { orderId },
  ...(runAt !== undefined && { runAt, dedupeKey: `${jobKinds.closePrepayment}:${orderId}:${runAt}` }),
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
