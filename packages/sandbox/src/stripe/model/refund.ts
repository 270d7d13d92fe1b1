import { newId } from '../../platform/ids.ts'
import { invalid, StripeFailure } from './errors.ts'
import type { Change, Charge, Dispute, Refund } from './records.ts'

export interface RefundTerms {
  amount?: number
  reason: string | null
  metadata: Record<string, string>
}

/** @throws StripeFailure  when there is nothing left to return, or less than was asked */
export function refundCharge(charge: Charge, terms: RefundTerms, nowS: number): Change {
  const left = charge.amountCaptured - charge.amountRefunded
  if (charge.status !== 'succeeded' || !charge.isCaptured) {
    throw invalid(`Charge ${charge.id} was not captured and cannot be refunded.`, 'charge')
  }
  if (left === 0) {
    throw new StripeFailure(400, {
      type: 'invalid_request_error',
      code: 'charge_already_refunded',
      message: `Charge ${charge.id} has already been refunded.`,
    })
  }
  const amount = terms.amount ?? left
  if (amount > left) {
    throw invalid(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${left}).`,
      'amount',
    )
  }
  const refund: Refund = {
    ...terms,
    id: newId('re_3'),
    chargeId: charge.id,
    intentId: charge.intentId,
    amount,
    currency: charge.currency,
    status: charge.method.aftermath === 'refund-pends' ? 'pending' : 'succeeded',
    failureReason: null,
    createdAt: nowS,
  }
  return {
    refund,
    charge: { ...charge, amountRefunded: charge.amountRefunded + amount },
    news: [
      { type: 'refund.created', about: 'refund' },
      { type: 'charge.refunded', about: 'charge', previous: { amount_refunded: charge.amountRefunded } },
    ],
  }
}

/** A pending refund arrives. */
export function completeRefund(refund: Refund): Change {
  const previous = { status: refund.status }
  return {
    refund: { ...refund, status: 'succeeded' },
    news: [
      { type: 'refund.updated', about: 'refund', previous },
      { type: 'charge.refund.updated', about: 'refund', previous },
    ],
  }
}

/** The bank sends the money back: the sum is the seller's again. */
export function failRefund(refund: Refund, charge: Charge): Change {
  return {
    refund: { ...refund, status: 'failed', failureReason: 'expired_or_canceled_card' },
    charge: { ...charge, amountRefunded: charge.amountRefunded - refund.amount },
    news: [{ type: 'refund.failed', about: 'refund' }],
  }
}

export function disputeCharge(charge: Charge, nowS: number): Change {
  const dispute: Dispute = {
    id: newId('dp_1'),
    chargeId: charge.id,
    intentId: charge.intentId,
    amount: charge.amountCaptured,
    currency: charge.currency,
    reason: 'fraudulent',
    status: 'needs_response',
    metadata: {},
    createdAt: nowS,
  }
  return {
    dispute,
    charge: { ...charge, isDisputed: true },
    news: [
      { type: 'charge.dispute.created', about: 'dispute' },
      { type: 'charge.dispute.funds_withdrawn', about: 'dispute' },
    ],
  }
}

/** The bank decides by the seller's evidence; Stripe's test words for it settle it at once. */
export function decideDispute(dispute: Dispute, evidence: string): Change {
  if (dispute.status !== 'needs_response') throw invalid('This dispute is already closed.')
  if (evidence === 'losing_evidence') return closeDispute(dispute)
  if (evidence !== 'winning_evidence') return { dispute: { ...dispute, status: 'under_review' }, news: [] }
  return {
    dispute: { ...dispute, status: 'won' },
    news: [
      { type: 'charge.dispute.closed', about: 'dispute' },
      { type: 'charge.dispute.funds_reinstated', about: 'dispute' },
    ],
  }
}

/** The seller gives in. @throws StripeFailure  when the dispute is over already */
export function closeDispute(dispute: Dispute): Change {
  if (dispute.status !== 'needs_response') throw invalid('This dispute is already closed.')
  return {
    dispute: { ...dispute, status: 'lost' },
    news: [{ type: 'charge.dispute.closed', about: 'dispute' }],
  }
}
