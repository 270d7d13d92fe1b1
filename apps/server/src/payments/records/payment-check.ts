import type { ProviderPayment } from '../provider.ts'
import type { AttemptRow } from './tables.ts'

/** What a provider's payment means for its attempt. */
export type PaymentCheck =
  | { kind: 'open' | 'paid' | 'cancelled' | 'failed' }
  /** Paid according to the provider, but not our amount, attempt or mode. Grants nothing until an operator has looked. */
  | { kind: 'mismatch'; reason: string }

type CheckedAttempt = Pick<AttemptRow, 'id' | 'providerPaymentId' | 'amountMinor' | 'currency'>

/** @param isLive  Whether our keys move real money. Test money must not pay a live order, nor the reverse. */
export function verifyPayment(
  attempt: CheckedAttempt,
  payment: ProviderPayment,
  isLive: boolean,
): PaymentCheck {
  if (payment.state !== 'succeeded') return { kind: payment.state }
  // Refunded in full before we recorded the payment: it pays nothing.
  if (payment.refundedMinor >= payment.received.amountMinor) return { kind: 'cancelled' }
  const reason = findMismatch(attempt, payment, isLive)
  return reason === undefined ? { kind: 'paid' } : { kind: 'mismatch', reason }
}

function findMismatch(
  attempt: CheckedAttempt,
  payment: ProviderPayment,
  isLive: boolean,
): string | undefined {
  if (payment.attemptId !== attempt.id) return `it belongs to attempt ${payment.attemptId}`
  if (payment.providerPaymentId !== attempt.providerPaymentId)
    return `${payment.providerPaymentId} is another payment of the attempt`
  if (!payment.isOurs) return "it is another shop's"
  if (payment.isLive !== isLive) return payment.isLive ? 'it is live money' : 'it is test money'
  const { amountMinor, currency } = payment.received
  if (amountMinor !== attempt.amountMinor || currency !== attempt.currency) {
    return `${amountMinor} ${currency} arrived instead of ${attempt.amountMinor} ${attempt.currency}`
  }
  return undefined
}
