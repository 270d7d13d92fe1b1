import { currencies, type Money, minorPerMajor } from '@playhub/contract/money'
import { storeFault } from '@playhub/contract/operator/sentences/faults'
import type { ProviderPayment } from '../provider.ts'
import type { AttemptRow } from './tables.ts'

/** A provider's payment, as seen by its attempt. */
export type PaymentCheck =
  | { kind: 'open' | 'paid' | 'cancelled' | 'failed' }
  /**
   * Paid according to the provider, but not our amount, attempt or mode. Grants nothing until an operator has looked.
   * `reason` is a stored fault.
   */
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
  if (payment.attemptId !== attempt.id)
    return storeFault('other-attempt', { attemptId: payment.attemptId ?? '–' })
  if (payment.providerPaymentId !== attempt.providerPaymentId)
    return storeFault('other-payment', { paymentId: payment.providerPaymentId })
  if (!payment.isOurs) return storeFault('other-shop')
  if (payment.isLive !== isLive) return storeFault(payment.isLive ? 'live-money' : 'test-money')
  const { amountMinor, currency } = payment.received
  if (amountMinor !== attempt.amountMinor || currency !== attempt.currency) {
    const expected = { amountMinor: attempt.amountMinor, currency: attempt.currency }
    return storeFault('other-amount', { arrived: describeReceived(payment.received), expected })
  }
  return undefined
}

/** A provider may report a currency that we do not sell in. */
function describeReceived({ amountMinor, currency }: ProviderPayment['received']): Money | string {
  const known = currencies.find((each) => each === currency)
  return known ? { amountMinor, currency: known } : `${amountMinor / minorPerMajor} ${currency}`
}
