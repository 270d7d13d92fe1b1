import { newId } from '../../platform/ids.ts'
import { stateConflict } from './errors.ts'
import type { Change, ChangeWith, Charge, Dispute } from './records.ts'

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
    hasEvidence: false,
    createdAt: nowS,
  }
  return {
    dispute,
    charge: { ...charge, isDisputed: true, isChargedBack: true },
    events: [
      { type: 'charge.dispute.created', object: 'dispute' },
      { type: 'charge.dispute.funds_withdrawn', object: 'dispute' },
    ],
  }
}

/** Stripe's test values `winning_evidence` and `losing_evidence` close the dispute at once. */
export function submitEvidence(dispute: Dispute, charge: Charge, evidence: string): ChangeWith<'dispute'> {
  if (dispute.status !== 'needs_response') throw stateConflict('This dispute is already closed.')
  if (evidence === 'losing_evidence') return closeDispute({ ...dispute, hasEvidence: true })
  if (evidence !== 'winning_evidence') {
    return {
      dispute: { ...dispute, status: 'under_review', hasEvidence: true },
      events: [{ type: 'charge.dispute.updated', object: 'dispute' }],
    }
  }
  return {
    dispute: { ...dispute, status: 'won', hasEvidence: true },
    charge: { ...charge, isChargedBack: false },
    events: [
      { type: 'charge.dispute.closed', object: 'dispute' },
      { type: 'charge.dispute.funds_reinstated', object: 'dispute' },
    ],
  }
}

/** The seller accepts the dispute. @throws StripeError  when it is closed already */
export function closeDispute(dispute: Dispute): ChangeWith<'dispute'> {
  if (dispute.status !== 'needs_response') throw stateConflict('This dispute is already closed.')
  return {
    dispute: { ...dispute, status: 'lost' },
    events: [{ type: 'charge.dispute.closed', object: 'dispute' }],
  }
}
