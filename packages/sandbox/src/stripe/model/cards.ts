import { invalidRequest, resourceMissing, StripeError } from './errors.ts'
import type { Params } from './form.ts'
import type { Card } from './records.ts'

type CardBehaviour = Pick<Card, 'country' | 'decline' | 'requires3ds' | 'delayedEffect'>

const succeeds: CardBehaviour = { country: 'US', decline: null, requires3ds: false, delayedEffect: null }
const declines = (code: string, declineCode: string | null, message: string): CardBehaviour => ({
  ...succeeds,
  decline: { code, declineCode, message },
})

const testCards: Record<string, CardBehaviour> = {
  '4242424242424242': succeeds,
  '5555555555554444': succeeds,
  // Of https://docs.stripe.com/testing#international-cards.
  '4000002760000016': { ...succeeds, country: 'DE' },
  '4000002500000003': { ...succeeds, country: 'FR' },
  '4000008260000000': { ...succeeds, country: 'GB' },
  '4000006430000009': { ...succeeds, country: 'RU' },
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
  '4000002760003184': { ...succeeds, requires3ds: true },
  '4000000000000259': { ...succeeds, delayedEffect: 'dispute' },
  '4000000000007726': { ...succeeds, delayedEffect: 'refund-pends' },
  '4000000000005126': { ...succeeds, delayedEffect: 'refund-fails' },
}

const unknownCard = declines('card_declined', 'test_mode_live_card', 'Only test cards work in the sandbox.')

/** Stripe's test payment methods, for servers confirming without a card form. */
const testPaymentMethods: Record<string, string> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_de: '4000002760000016',
  pm_card_fr: '4000002500000003',
  pm_card_gb: '4000008260000000',
  pm_card_ru: '4000006430000009',
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

/** What Stripe.js makes of a wallet's answer. A wallet in test mode passes on a test card. */
const walletTokens: Record<string, Card> = {
  tok_sandbox_apple_pay: { ...succeedingCard, wallet: 'apple_pay' },
  tok_sandbox_google_pay: { ...succeedingCard, wallet: 'google_pay' },
}

/** @throws StripeError  404 for an unknown payment method */
export function getTestCard(paymentMethod: string): Card {
  const number = testPaymentMethods[paymentMethod]
  if (number) return createCard(number, TEST_EXPIRY)
  throw resourceMissing('PaymentMethod', paymentMethod, 'payment_method')
}

/**
 * Parses `payment_method_data`. An impossible card is a card error, like a declined one.
 * @throws StripeError  402 for a wrong number or date, 400 when there is no card at all, or an unknown token
 */
export function readCard(data: Params, now: Date): Card {
  const card = data.card
  if (data.type !== 'card' || typeof card !== 'object') {
    throw invalidRequest('Only cards are accepted here.', 'payment_method_data[type]')
  }
  const token = text(card.token)
  if (token) return getWalletCard(token)
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

function getWalletCard(token: string): Card {
  const card = Object.hasOwn(walletTokens, token) ? walletTokens[token] : undefined
  if (card) return card
  throw resourceMissing('token', token, 'payment_method_data[card][token]')
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
