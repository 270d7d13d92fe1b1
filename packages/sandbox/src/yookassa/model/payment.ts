import { failed3ds, temperOf } from './cards.ts'
import { HOLD_TERM_MS, PAYMENT_TERM_MS } from './constants.ts'
import { invalid } from './errors.ts'
import { newId, newToken } from './ids.ts'
import type { Cancellation, Card, Change, Method, Payment, PaymentStatus } from './records.ts'

/** What a shop may choose about a payment; the rest of the record is YooKassa's. */
export type PaymentTerms = Pick<
  Payment,
  | 'amountMinor'
  | 'currency'
  | 'confirmation'
  | 'description'
  | 'isOneStage'
  | 'merchantCustomerId'
  | 'metadata'
  | 'onlyMethod'
  | 'receipt'
>

export function createPayment(terms: PaymentTerms, nowMs: number): Change {
  const payment: Payment = {
    ...terms,
    id: newId('payment', nowMs),
    token: newToken(),
    status: 'pending',
    refundedMinor: 0,
    method: null,
    hasPassed3ds: false,
    challenge: null,
    lastDecline: null,
    cancellation: null,
    receiptRegistration: terms.receipt ? 'pending' : null,
    createdAt: nowMs,
    capturedAt: null,
    expiresAt: nowMs + PAYMENT_TERM_MS,
    rig: {},
  }
  return { payment, news: [] }
}

/**
 * The buyer presses Pay. Ends as paid, held, asked to prove who they are, or declined: then another try may follow.
 * @throws YooKassaFailure  when the payment is settled
 */
export function payPayment(payment: Payment, method: Method, number: string | null, nowMs: number): Change {
  expectStatus(payment, 'paid', ['pending'])
  const temper = number === null ? null : temperOf(number)
  if (temper?.decline)
    return { payment: { ...payment, challenge: null, lastDecline: temper.decline }, news: [] }
  if (temper?.asksBuyer) return { payment: { ...payment, challenge: method, lastDecline: null }, news: [] }
  return chargePayment(payment, method, nowMs)
}

/** The buyer answered their bank. @throws YooKassaFailure  when nothing was asked */
export function answerChallenge(payment: Payment, hasPassed: boolean, nowMs: number): Change {
  expectStatus(payment, 'confirmed', ['pending'])
  const { challenge } = payment
  if (!challenge) throw invalid('Nothing is asked about this payment')
  const answered = { ...payment, challenge: null }
  if (!hasPassed) return { payment: { ...answered, lastDecline: failed3ds }, news: [] }
  return chargePayment({ ...answered, hasPassed3ds: true }, challenge, nowMs)
}

function chargePayment(payment: Payment, method: Method, nowMs: number): Change {
  const paid = { ...payment, method, challenge: null, lastDecline: null }
  const isHeld = payment.rig.hold ?? !payment.isOneStage
  if (!isHeld) return settled(paid, paid.amountMinor, nowMs)
  return {
    payment: { ...paid, status: 'waiting_for_capture', expiresAt: nowMs + HOLD_TERM_MS },
    news: ['payment.waiting_for_capture'],
  }
}

/** @throws YooKassaFailure  when nothing is held, or more is asked than is held */
export function capturePayment(payment: Payment, amountMinor: number | undefined, nowMs: number): Change {
  expectStatus(payment, 'captured', ['waiting_for_capture'])
  const captured = amountMinor ?? payment.amountMinor
  if (captured < 1 || captured > payment.amountMinor) {
    throw invalid('The amount to capture exceeds the amount of the payment', 'amount.value')
  }
  return settled(payment, captured, nowMs)
}

function settled(payment: Payment, amountMinor: number, nowMs: number): Change {
  return {
    payment: { ...payment, status: 'succeeded', amountMinor, capturedAt: nowMs },
    news: ['payment.succeeded'],
  }
}

/** The shop lets go of what it holds; a payment that waits for its buyer cannot be cancelled. @throws YooKassaFailure */
export function cancelByShop(payment: Payment): Change {
  expectStatus(payment, 'canceled', ['waiting_for_capture'])
  return endPayment(payment, { party: 'merchant', reason: 'canceled_by_merchant' })
}

/** Time is up: for the buyer to confirm, or for the shop to capture. @throws YooKassaFailure */
export function expirePayment(payment: Payment): Change {
  const reason = payment.status === 'pending' ? 'expired_on_confirmation' : 'expired_on_capture'
  return endPayment(payment, { party: 'yoo_money', reason })
}

/** @throws YooKassaFailure  when the payment is settled */
export function endPayment(payment: Payment, cancellation: Cancellation): Change {
  expectStatus(payment, 'canceled', ['pending', 'waiting_for_capture'])
  const receiptRegistration = payment.receipt ? ('canceled' as const) : null
  return {
    payment: { ...payment, status: 'canceled', challenge: null, cancellation, receiptRegistration },
    news: ['payment.canceled'],
  }
}

export function cardMethod({ number, expMonth, expYear }: Card, nowMs: number): Method {
  const card = { first6: number.slice(0, 6), last4: number.slice(-4), expMonth, expYear: `20${expYear}` }
  return { id: newId('method', nowMs), type: 'bank_card', card }
}

export function walletMethod(nowMs: number): Method {
  return { id: newId('method', nowMs), type: 'yoo_money', card: null }
}

function expectStatus(payment: Payment, verb: string, allowed: PaymentStatus[]): void {
  if (allowed.includes(payment.status)) return
  throw invalid(`Payment ${payment.id} cannot be ${verb}: its status is ${payment.status}`)
}
