import { invalid } from './errors.ts'
import { newId } from './ids.ts'
import type { Change, Payment, Refund } from './records.ts'

export type RefundTerms = Pick<Refund, 'amountMinor' | 'currency' | 'description' | 'metadata'>

/** The least that may be returned, and that may be left. */
const LEAST_MINOR = 100

/** @param pendingMinor  what earlier refunds, still on their way, will take. @throws YooKassaFailure */
export function createRefund(
  payment: Payment,
  pendingMinor: number,
  terms: RefundTerms,
  nowMs: number,
): Change {
  expectRefundable(payment, pendingMinor, terms)
  const manner = payment.rig.refunds ?? 'succeed'
  const refund: Refund = {
    ...terms,
    id: newId('refund', nowMs),
    paymentId: payment.id,
    status: 'pending',
    cancellation: null,
    receiptRegistration: null,
    ending: manner === 'pend' ? 'succeed' : manner === 'fail' ? 'fail' : null,
    createdAt: nowMs,
  }
  if (manner === 'succeed') return completeRefund(refund, payment)
  return manner === 'refuse' ? failRefund(refund) : { refund, news: [] }
}

export function completeRefund(refund: Refund, payment: Payment): Change {
  const receiptRegistration = payment.receipt ? ('pending' as const) : null
  return {
    refund: { ...refund, status: 'succeeded', ending: null, receiptRegistration },
    payment: { ...payment, refundedMinor: payment.refundedMinor + refund.amountMinor },
    news: ['refund.succeeded'],
  }
}

/** The shop has not earned enough today to pay it. Nobody is told: YooKassa has no such event. */
export function failRefund(refund: Refund): Change {
  const cancellation = { party: 'yoo_money', reason: 'insufficient_funds' } as const
  return { refund: { ...refund, status: 'canceled', ending: null, cancellation }, news: [] }
}

function expectRefundable(
  payment: Payment,
  pendingMinor: number,
  { amountMinor, currency }: RefundTerms,
): void {
  if (payment.status !== 'succeeded') {
    throw invalid(`Payment ${payment.id} cannot be refunded: its status is ${payment.status}`, 'payment_id')
  }
  if (currency !== payment.currency) {
    throw invalid('The currency is not that of the payment', 'amount.currency')
  }
  const left = payment.amountMinor - payment.refundedMinor - pendingMinor
  if (amountMinor > left) throw invalid('The refund exceeds what is left of the payment', 'amount.value')
  const rest = left - amountMinor
  if (amountMinor < LEAST_MINOR || (rest > 0 && rest < LEAST_MINOR)) {
    throw invalid('Neither the refund nor what it leaves may be less than one ruble', 'amount.value')
  }
}
