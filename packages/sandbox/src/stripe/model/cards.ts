import { invalidRequest, resourceMissing, StripeError } from './errors.ts'
import type { Params } from './form.ts'
import type { Card } from './records.ts'

type CardBehaviour = Pick<Card, 'decline' | 'requires3ds' | 'delayedEffect'>

const succeeds: CardBehaviour = { decline: null, requires3ds: false, delayedEffect: null }
const declines = (code: string, declineCode: string | null, message: string): CardBehaviour => ({
  ...succeeds,
  decline: { code, declineCode, message },
})

const testCards: Record<string, CardBehaviour> = {
  '4242424242424242': succeeds,
  '5555555555554444': succeeds,
  '4000000000000002': declines('card_declined', 'generic_decline', 'Your card was declined.'),
  '4000000000009995': declines('card_declined', 'insufficient_funds', 'Your card has insufficient funds.'),
  '4000000000000069': declines('expired_card', null, 'Your card has expired.'),
  '4000000000000127': declines('incorrect_cvc', null, "Your card's security code is incorrect."),
  '4000000000000119': declines(
    'processing_error',
    null,
    'The card could not be processed. Try again in a while.',
  ),
  '4000002500003155': { ...succeeds, requires3ds: true },
  '4000000000000259': { ...succeeds, delayedEffect: 'dispute' },
  '4000000000007726': { ...succeeds, delayedEffect: 'refund-pends' },
  '4000000000005126': { ...succeeds, delayedEffect: 'refund-fails' },
}

const unknownCard = declines('card_declined', 'test_mode_live_card', 'Only test cards work in the sandbox.')

/** Stripe's test payment methods, for servers that confirm without a card form. */
const testPaymentMethods: Record<string, string> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_visa_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_authenticationRequired: '4000002500003155',
  pm_card_threeDSecure2Required: '4000002500003155',
  pm_card_createDispute: '4000000000000259',
  pm_card_pendingRefund: '4000000000007726',
  pm_card_refundFail: '4000000000005126',
}

const TEST_EXPIRY = { expMonth: 12, expYear: 2034 }

export const succeedingCard: Card = createCard('4242424242424242', TEST_EXPIRY)
export const decliningCard: Card = createCard('4000000000000002', TEST_EXPIRY)

/** @throws StripeError  404 for an unknown payment method */
export function getTestCard(paymentMethod: string): Card {
  const number = testPaymentMethods[paymentMethod]
  if (number) return createCard(number, TEST_EXPIRY)
  throw resourceMissing('PaymentMethod', paymentMethod, 'payment_method')
}

/**
 * Parses `payment_method_data`. An impossible card is a card error, like a declined one.
 * @throws StripeError  402 for a wrong number or date, 400 when there is no card at all
 */
export function readCard(data: Params, now: Date): Card {
  const card = data.card
  if (data.type !== 'card' || typeof card !== 'object') {
    throw invalidRequest('Only cards are accepted here.', 'payment_method_data[type]')
  }
  const number = text(card.number).replace(/\D/g, '')
  if (!passesLuhn(number)) throw cardError('incorrect_number', 'Your card number is incorrect.', 'number')
  const expMonth = Number(text(card.exp_month))
  const expYear = fullYear(Number(text(card.exp_year)))
  if (!(expMonth >= 1 && expMonth <= 12)) {
    throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month')
  }
  if (!(expYear * 12 + expMonth >= now.getUTCFullYear() * 12 + now.getUTCMonth() + 1)) {
    throw cardError('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year')
  }
  if (card.cvc !== undefined && !/^\d{3,4}$/.test(text(card.cvc))) {
    throw cardError('invalid_cvc', "Your card's security code is invalid.", 'cvc')
  }
  return createCard(number, { expMonth, expYear })
}

function createCard(number: string, expiry: { expMonth: number; expYear: number }): Card {
  const behaviour = testCards[number] ?? unknownCard
  return { ...behaviour, ...expiry, brand: toBrand(number), last4: number.slice(-4) }
}

function cardError(code: string, message: string, param: string): StripeError {
  return new StripeError(402, { type: 'card_error', code, message, param }, true)
}

function toBrand(number: string): string {
  if (number.startsWith('4')) return 'visa'
  return /^(5[1-5]|2[2-7])/.test(number) ? 'mastercard' : 'unknown'
}

function passesLuhn(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false
  let sum = 0
  for (let index = 0; index < number.length; index += 1) {
    const digit = Number(number[number.length - 1 - index])
    sum += index % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)
  }
  return sum % 10 === 0
}

function fullYear(year: number): number {
  return year < 100 ? 2000 + year : year
}

function text(value: string | Params | undefined): string {
  return typeof value === 'string' ? value : ''
}
