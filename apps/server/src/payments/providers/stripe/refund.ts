import type { Stripe } from 'stripe'
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

/** A warning that was closed, and a dispute that was prevented, cost nothing. */
const disputeStates: Record<string, ProviderDispute['state']> = {
  won: 'won',
  warning_closed: 'won',
  prevented: 'won',
  lost: 'lost',
}

/** @throws when the dispute is about no payment intent, and so about nothing that we opened */
export function toProviderDispute(dispute: Stripe.Dispute): ProviderDispute {
  const { id, payment_intent, amount, currency, status, reason } = dispute
  const providerId = typeof payment_intent === 'string' ? payment_intent : payment_intent?.id
  if (!providerId) throw new Error(`Dispute ${id} is about no payment intent`)
  return {
    disputeId: id,
    providerId,
    amountMinor: amount,
    currency: currency.toUpperCase(),
    state: disputeStates[status] ?? 'open',
    reason,
  }
}
