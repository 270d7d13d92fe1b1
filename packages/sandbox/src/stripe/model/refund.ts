import { newId } from '../../platform/ids.ts'
import { stateConflict } from './errors.ts'
import type { Change, ChangeWith, Charge, Refund } from './records.ts'

export interface RefundTerms {
  amount?: number
  reason: string | null
  metadata: Record<string, string>
}

/** @throws StripeError  when the charge is disputed, or its unrefunded amount is zero or less than `terms.amount` */
export function refundCharge(charge: Charge, terms: RefundTerms, nowS: number): ChangeWith<'refund'> {
  const left = charge.amountCaptured - charge.amountRefunded
  if (charge.status !== 'succeeded' || !charge.isCaptured) {
    throw stateConflict(`Charge ${charge.id} was not captured and cannot be refunded.`, 'charge')
  }
  if (charge.isChargedBack) {
    throw stateConflict(
      `Charge ${charge.id} has been charged back; cannot issue a refund.`,
      undefined,
      'charge_disputed',
    )
  }
  if (left === 0) {
    throw stateConflict(
      `Charge ${charge.id} has already been refunded.`,
      undefined,
      'charge_already_refunded',
    )
  }
  const amount = terms.amount ?? left
  if (amount > left) {
    throw stateConflict(
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
    status: charge.method.delayedEffect === 'refund-pends' ? 'pending' : 'succeeded',
    failureReason: null,
    createdAt: nowS,
  }
  return {
    refund,
    charge: { ...charge, amountRefunded: charge.amountRefunded + amount },
    events: [
      { type: 'refund.created', object: 'refund' },
      {
        type: 'charge.refunded',
        object: 'charge',
        previousAttributes: { amount_refunded: charge.amountRefunded },
      },
    ],
  }
}

/** A pending refund succeeds. */
export function completeRefund(refund: Refund): Change {
  const previousAttributes = { status: refund.status }
  return {
    refund: { ...refund, status: 'succeeded' },
    events: [
      { type: 'refund.updated', object: 'refund', previousAttributes },
      { type: 'charge.refund.updated', object: 'refund', previousAttributes },
    ],
  }
}

/** The bank returns the refunded money to the seller. */
export function failRefund(refund: Refund, charge: Charge): Change {
  const previousAttributes = { status: refund.status }
  return {
    refund: { ...refund, status: 'failed', failureReason: 'expired_or_canceled_card' },
    charge: { ...charge, amountRefunded: charge.amountRefunded - refund.amount },
    events: [
      { type: 'refund.failed', object: 'refund' },
      { type: 'refund.updated', object: 'refund', previousAttributes },
      { type: 'charge.refund.updated', object: 'refund', previousAttributes },
    ],
  }
}
