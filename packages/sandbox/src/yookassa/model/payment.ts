import { randomBytes, randomUUID } from 'node:crypto'
import { failed3ds, getBehaviour } from './cards.ts'
import { invalidRequest } from './errors.ts'
import {
  type Cancellation,
  type Card,
  type ChangeWith,
  HOLD_TTL_MS,
  type Method,
  PAYMENT_TTL_MS,
  type Payment,
  type PaymentStatus,
} from './records.ts'

/** The API caller's fields. */
export type PaymentFields = Pick<
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
  | 'savedMethodId'
  | 'savesMethod'
>

export function createPayment(fields: PaymentFields, nowMs: number): ChangeWith<'payment'> {
  const payment: Payment = {
    ...fields,
    id: newId('5000-9', nowMs),
    token: `ct-${randomUUID()}`,
    status: 'pending',
    refundedMinor: 0,
    method: null,
    hasPassed3ds: false,
    challenge: null,
    lastDecline: null,
    cancellation: null,
    receiptRegistration: fields.receipt ? 'pending' : null,
    createdAt: nowMs,
    capturedAt: null,
    expiresAt: nowMs + PAYMENT_TTL_MS,
    overrides: {},
  }
  return { payment, events: [] }
}

/**
 * Pays with a card or a wallet. The payment is then paid, held, waiting for 3-D Secure, or still pending after a decline.
 * @param number  null for a wallet
 * @throws YooKassaError  when the payment is not pending
 */
export function payPayment(
  payment: Payment,
  method: Method,
  number: string | null,
  nowMs: number,
): ChangeWith<'payment'> {
  expectStatus(payment, 'paid', ['pending'])
  const card = number === null ? null : getBehaviour(number)
  if (card?.decline)
    return { payment: { ...payment, challenge: null, lastDecline: card.decline }, events: [] }
  if (card?.requires3ds) return { payment: { ...payment, challenge: method, lastDecline: null }, events: [] }
  return chargePayment(payment, method, nowMs)
}

/** Ends a 3-D Secure challenge. @throws YooKassaError  when there is none */
export function completeChallenge(
  payment: Payment,
  hasPassed: boolean,
  nowMs: number,
): ChangeWith<'payment'> {
  expectStatus(payment, 'confirmed', ['pending'])
  const { challenge } = payment
  if (!challenge) throw invalidRequest('The payment has no 3-D Secure challenge')
  const completed = { ...payment, challenge: null }
  if (!hasPassed && payment.savedMethodId !== null) return failPayment(completed, failed3ds)
  if (!hasPassed) return { payment: { ...completed, lastDecline: failed3ds }, events: [] }
  return chargePayment({ ...completed, hasPassed3ds: true }, challenge, nowMs)
}

/** Charges a saved method, without a form. The bank may ask on its own page. */
export function chargeSaved(
  payment: Payment,
  method: Method,
  isRevoked: boolean,
  nowMs: number,
): ChangeWith<'payment'> {
  if (isRevoked)
    return failPayment({ ...payment, method }, { party: 'yoo_money', reason: 'permission_revoked' })
  if (method.requires3ds) return { payment: { ...payment, challenge: method }, events: [] }
  return chargePayment(payment, method, nowMs)
}

function chargePayment(payment: Payment, chosen: Method, nowMs: number): ChangeWith<'payment'> {
  const method = { ...chosen, isSaved: chosen.isSaved || payment.savesMethod }
  const paid = { ...payment, method, challenge: null, lastDecline: null }
  const isHeld = payment.overrides.hold ?? !payment.isOneStage
  if (!isHeld) return capture(paid, paid.amountMinor, nowMs)
  return {
    payment: { ...paid, status: 'waiting_for_capture', expiresAt: nowMs + HOLD_TTL_MS },
    events: ['payment.waiting_for_capture'],
  }
}

/** @throws YooKassaError  when nothing is held, or less than `amountMinor` */
export function capturePayment(
  payment: Payment,
  amountMinor: number | undefined,
  nowMs: number,
): ChangeWith<'payment'> {
  expectStatus(payment, 'captured', ['waiting_for_capture'])
  const captured = amountMinor ?? payment.amountMinor
  if (captured < 1 || captured > payment.amountMinor) {
    throw invalidRequest('The amount to capture exceeds the amount of the payment', 'amount.value')
  }
  return capture(payment, captured, nowMs)
}

function capture(payment: Payment, amountMinor: number, nowMs: number): ChangeWith<'payment'> {
  return {
    payment: { ...payment, status: 'succeeded', amountMinor, capturedAt: nowMs },
    events: ['payment.succeeded'],
  }
}

/** Releases a held payment. @throws YooKassaError  when nothing is held; a pending payment cannot be cancelled */
export function cancelPayment(payment: Payment): ChangeWith<'payment'> {
  expectStatus(payment, 'canceled', ['waiting_for_capture'])
  return failPayment(payment, { party: 'merchant', reason: 'canceled_by_merchant' })
}

/** The time to confirm or to capture is over. @throws YooKassaError */
export function expirePayment(payment: Payment): ChangeWith<'payment'> {
  const reason = payment.status === 'pending' ? 'expired_on_confirmation' : 'expired_on_capture'
  return failPayment(payment, { party: 'yoo_money', reason })
}

/** @throws YooKassaError  when the payment is paid or cancelled */
export function failPayment(payment: Payment, cancellation: Cancellation): ChangeWith<'payment'> {
  expectStatus(payment, 'canceled', ['pending', 'waiting_for_capture'])
  const receiptRegistration = payment.receipt ? ('canceled' as const) : null
  return {
    payment: { ...payment, status: 'canceled', challenge: null, cancellation, receiptRegistration },
    events: ['payment.canceled'],
  }
}

export function cardMethod({ number, expMonth, expYear }: Card, nowMs: number): Method {
  const card = { first6: number.slice(0, 6), last4: number.slice(-4), expMonth, expYear: `20${expYear}` }
  const { requires3ds } = getBehaviour(number)
  return { id: newId('5000-8', nowMs), type: 'bank_card', card, isSaved: false, requires3ds }
}

export function walletMethod(nowMs: number): Method {
  return { id: newId('5000-8', nowMs), type: 'yoo_money', card: null, isSaved: false, requires3ds: false }
}

/** A bank's own app or the Faster Payments System, which show no card. */
export function bankMethod(type: Method['type'], nowMs: number): Method {
  return { id: newId('5000-8', nowMs), type, card: null, isSaved: false, requires3ds: false }
}

function expectStatus(payment: Payment, verb: string, allowed: PaymentStatus[]): void {
  if (allowed.includes(payment.status)) return
  throw invalidRequest(`Payment ${payment.id} cannot be ${verb}: its status is ${payment.status}`)
}

/**
 * An id in YooKassa's style: 36 characters like a UUID, but the first eight are the time in seconds.
 * @param kind  the group of payments, refunds or methods
 */
export function newId(kind: '5000-8' | '5000-9' | '5001-a', nowMs: number): string {
  const seconds = Math.floor(nowMs / 1000).toString(16)
  return `${seconds}-000f-${kind}000-${randomBytes(6).toString('hex')}`
}
