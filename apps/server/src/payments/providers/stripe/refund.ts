import type { Stripe } from 'stripe'
import { SECOND_MS } from '../../../platform/clock.ts'
import type { ProviderDispute, ProviderRefund } from '../../provider.ts'

const refundStates: Record<string, ProviderRefund['state']> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
}

export function toProviderRefund({ id, status, amount, currency }: Stripe.Refund): ProviderRefund {
  const state = refundStates[status ?? ''] ?? 'pending'
  return { refundId: id, state, amountMinor: amount, currency: currency.toUpperCase() }
}

/** Closed warnings and prevented disputes cost nothing, so they count as won. */
const disputeStates: Record<string, ProviderDispute['state']> = {
  won: 'won',
  warning_closed: 'won',
  prevented: 'won',
  lost: 'lost',
}

/** @throws Error when the dispute has no payment intent, so it is not about our payments */
export function toProviderDispute(dispute: Stripe.Dispute): ProviderDispute {
  const { id, payment_intent, amount, currency, status, reason, evidence_details } = dispute
  const dueBy = evidence_details?.due_by
  const providerPaymentId = typeof payment_intent === 'string' ? payment_intent : payment_intent?.id
  if (!providerPaymentId) throw new Error(`Dispute ${id} has no payment intent`)
  return {
    disputeId: id,
    providerPaymentId,
    amountMinor: amount,
    currency: currency.toUpperCase(),
    state: disputeStates[status] ?? 'open',
    reason,
    dueBy: dueBy === null || dueBy === undefined ? null : dueBy * SECOND_MS,
  }
}
