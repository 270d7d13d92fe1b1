import { newId } from '../../platform/ids.ts'
import { StripeError, stateConflict } from './errors.ts'
import type { Card, Change, Charge, Decline, Intent, IntentStatus, PaymentMethod } from './records.ts'

/** The API caller's fields. */
export type IntentFields = Pick<
  Intent,
  | 'amount'
  | 'currency'
  | 'automaticMethods'
  | 'allowedMethods'
  | 'captureMethod'
  | 'customer'
  | 'description'
  | 'metadata'
  | 'receiptEmail'
  | 'setupFutureUsage'
  | 'shipping'
  | 'statementDescriptorSuffix'
  | 'transferGroup'
>

const open: readonly IntentStatus[] = ['requires_payment_method', 'requires_confirmation', 'requires_action']
const cancelable: readonly IntentStatus[] = [...open, 'requires_capture']

export function createIntent(fields: IntentFields, nowMs: number): Change {
  const id = newId('pi_3')
  const intent: Intent = {
    ...fields,
    id,
    secret: `${id}_secret_${newId('', 25)}`,
    status: 'requires_payment_method',
    amountCapturable: 0,
    amountReceived: 0,
    method: null,
    returnUrl: null,
    challenge: null,
    latestCharge: null,
    lastError: null,
    createdAt: Math.floor(nowMs / 1000),
    createdAtMs: nowMs,
    canceledAt: null,
    cancellationReason: null,
  }
  return { intent, events: [{ type: 'payment_intent.created', object: 'intent' }] }
}

/** @throws StripeError  when the amount changes after the intent was paid, held or cancelled */
export function updateIntent(intent: Intent, fields: Partial<IntentFields>): Change {
  const changesAmount = fields.amount !== undefined || fields.currency !== undefined
  if (changesAmount) expectStatus(intent, 'updated', open)
  return { intent: { ...intent, ...fields }, events: [] }
}

export function attachMethod(intent: Intent, card: Card | PaymentMethod, nowS: number): Intent {
  return { ...intent, status: 'requires_confirmation', method: createPaymentMethod(card, nowS) }
}

export function isOpen(intent: Intent): boolean {
  return open.includes(intent.status)
}

/**
 * Confirms the intent with a card. It is then paid, held, waiting for 3-D Secure, or declined.
 * @throws StripeError  when the status does not allow it
 */
export function confirmIntent(
  intent: Intent,
  card: Card | PaymentMethod,
  presentation: { challenge: 'dialog' | 'redirect'; returnUrl: string | null },
  nowS: number,
): Change {
  expectStatus(intent, 'confirmed', open)
  const method = createPaymentMethod(card, nowS)
  if (card.decline) return declineIntent(intent, method, card.decline, nowS)
  if (!card.requires3ds) return chargeIntent({ ...intent, returnUrl: presentation.returnUrl }, method, nowS)
  return {
    intent: { ...intent, ...presentation, method, status: 'requires_action', lastError: null },
    events: [{ type: 'payment_intent.requires_action', object: 'intent' }],
  }
}

/** Ends a 3-D Secure challenge. @throws StripeError  when there is none */
export function completeChallenge(intent: Intent, hasPassed: boolean, nowS: number): Change {
  expectStatus(intent, 'authenticated', ['requires_action'])
  const { method } = intent
  if (!method) throw unexpected(intent, 'authenticated')
  if (hasPassed) return chargeIntent(intent, method, nowS)
  const lastError = {
    type: 'card_error',
    code: 'payment_intent_authentication_failure',
    message: 'The bank could not confirm that the card is yours. Choose another card and try again.',
    payment_method: null,
  }
  return {
    intent: { ...intent, status: 'requires_payment_method', method: null, challenge: null, lastError },
    events: [{ type: 'payment_intent.payment_failed', object: 'intent' }],
  }
}

function chargeIntent(intent: Intent, method: PaymentMethod, nowS: number): Change {
  const isHeld = intent.captureMethod === 'manual'
  const charge = newCharge(intent, method, 'succeeded', nowS)
  const paid: Intent = {
    ...intent,
    status: isHeld ? 'requires_capture' : 'succeeded',
    amountCapturable: isHeld ? intent.amount : 0,
    amountReceived: isHeld ? 0 : intent.amount,
    method,
    challenge: null,
    latestCharge: charge.id,
    lastError: null,
  }
  const { customer } = intent
  const isSaved = intent.setupFutureUsage !== null && customer !== null
  const event = isHeld ? 'payment_intent.amount_capturable_updated' : 'payment_intent.succeeded'
  return {
    intent: paid,
    charge: { ...charge, isCaptured: !isHeld, amountCaptured: isHeld ? 0 : charge.amount },
    ...(isSaved && { savedMethod: { ...method, customer } }),
    events: [
      { type: 'charge.succeeded', object: 'charge' },
      { type: event, object: 'intent' },
    ],
  }
}

function declineIntent(intent: Intent, method: PaymentMethod, decline: Decline, nowS: number): Change {
  const charge = newCharge(intent, method, 'failed', nowS)
  const lastError = {
    type: 'card_error',
    code: decline.code,
    decline_code: decline.declineCode ?? undefined,
    message: decline.message,
    charge: charge.id,
  }
  return {
    intent: {
      ...intent,
      status: 'requires_payment_method',
      method: null,
      latestCharge: charge.id,
      lastError,
    },
    charge,
    events: [
      { type: 'charge.failed', object: 'charge' },
      { type: 'payment_intent.payment_failed', object: 'intent' },
    ],
  }
}

/** @throws StripeError  when nothing is held, or less than `amount` */
export function captureIntent(intent: Intent, charge: Charge, amount: number | undefined): Change {
  expectStatus(intent, 'captured', ['requires_capture'])
  const captured = amount ?? intent.amountCapturable
  if (captured < 1 || captured > intent.amountCapturable) {
    throw new StripeError(400, {
      type: 'invalid_request_error',
      code: 'amount_too_large',
      message: `The amount to capture must be between 1 and ${intent.amountCapturable}.`,
      param: 'amount_to_capture',
    })
  }
  return {
    intent: { ...intent, status: 'succeeded', amountCapturable: 0, amountReceived: captured },
    charge: { ...charge, isCaptured: true, amountCaptured: captured },
    events: [
      { type: 'charge.captured', object: 'charge' },
      { type: 'payment_intent.succeeded', object: 'intent' },
    ],
  }
}

/** @throws StripeError  when the intent is paid or cancelled */
export function cancelIntent(intent: Intent, reason: string | null, nowS: number): Change {
  expectStatus(intent, 'canceled', cancelable)
  return {
    intent: {
      ...intent,
      status: 'canceled',
      amountCapturable: 0,
      challenge: null,
      canceledAt: nowS,
      cancellationReason: reason,
    },
    events: [{ type: 'payment_intent.canceled', object: 'intent' }],
  }
}

function newCharge(intent: Intent, method: PaymentMethod, status: Charge['status'], nowS: number): Charge {
  return {
    id: newId('ch_3'),
    intentId: intent.id,
    status,
    amount: intent.amount,
    amountCaptured: 0,
    amountRefunded: 0,
    currency: intent.currency,
    description: intent.description,
    metadata: intent.metadata,
    receiptEmail: intent.receiptEmail,
    method,
    isCaptured: false,
    isDisputed: false,
    isChargedBack: false,
    createdAt: nowS,
  }
}

function createPaymentMethod(card: Card | PaymentMethod, nowS: number): PaymentMethod {
  return 'id' in card ? card : { ...card, id: newId('pm_1'), createdAt: nowS }
}

function expectStatus(intent: Intent, verb: string, allowed: readonly IntentStatus[]): void {
  if (!allowed.includes(intent.status)) throw unexpected(intent, verb)
}

function unexpected(intent: Intent, verb: string): StripeError {
  return stateConflict(
    `This PaymentIntent could not be ${verb} because it has a status of ${intent.status}.`,
    undefined,
    'payment_intent_unexpected_state',
  )
}
