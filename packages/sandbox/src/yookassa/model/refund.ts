import { invalidRequest } from './errors.ts'
import { newId } from './payment.ts'
import type { ChangeWith, Payment, Refund } from './records.ts'

export type RefundFields = Pick<Refund, 'amountMinor' | 'currency' | 'description' | 'metadata' | 'receipt'>

/** Minimum of a refund and of its remainder, unless the remainder is zero. */
const MIN_MINOR = 100

/** @param pendingMinor  total of earlier, still pending refunds. @throws YooKassaError */
export function createRefund(
  payment: Payment,
  pendingMinor: number,
  fields: RefundFields,
  nowMs: number,
): ChangeWith<'refund'> {
  expectRefundable(payment, pendingMinor, fields)
  const mode = payment.overrides.refunds ?? 'succeed'
  const refund: Refund = {
    ...fields,
    id: newId('5001-a', nowMs),
    paymentId: payment.id,
    status: 'pending',
    cancellation: null,
    receiptRegistration: null,
    ending: mode === 'pend' ? 'succeed' : mode === 'fail' ? 'fail' : null,
    createdAt: nowMs,
  }
  if (mode === 'succeed') return completeRefund(refund, payment)
  return mode === 'refuse' ? failRefund(refund) : { refund, events: [] }
}

export function completeRefund(refund: Refund, payment: Payment): ChangeWith<'refund'> {
  const receiptRegistration = refund.receipt ? ('pending' as const) : null
  return {
    refund: { ...refund, status: 'succeeded', ending: null, receiptRegistration },
    payment: { ...payment, refundedMinor: payment.refundedMinor + refund.amountMinor },
    events: ['refund.succeeded'],
  }
}

/** The shop's balance is too low. YooKassa has no event for it. */
export function failRefund(refund: Refund): ChangeWith<'refund'> {
  const cancellation = { party: 'yoo_money', reason: 'insufficient_funds' } as const
  return { refund: { ...refund, status: 'canceled', ending: null, cancellation }, events: [] }
}

function expectRefundable(
  payment: Payment,
  pendingMinor: number,
  { amountMinor, currency }: RefundFields,
): void {
  if (payment.status !== 'succeeded') {
    throw invalidRequest(
      `Payment ${payment.id} cannot be refunded: its status is ${payment.status}`,
      'payment_id',
    )
  }
  if (currency !== payment.currency) {
    throw invalidRequest('The currency is not that of the payment', 'amount.currency')
  }
  const left = payment.amountMinor - payment.refundedMinor - pendingMinor
  if (amountMinor > left)
    throw invalidRequest('The refund exceeds what is left of the payment', 'amount.value')
  const rest = left - amountMinor
  if (amountMinor < MIN_MINOR || (rest > 0 && rest < MIN_MINOR)) {
    throw invalidRequest('Neither the refund nor what it leaves may be less than one ruble', 'amount.value')
  }
}
