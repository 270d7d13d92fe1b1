import { invalid, StripeFailure } from './errors.ts'
import type { Params } from './form.ts'

export interface Decline {
  code: string
  declineCode: string | null
  message: string
}

/** What happens after a card was charged: the bank's second thoughts. */
type Aftermath = 'dispute' | 'refund-pends' | 'refund-fails'

export interface Card {
  brand: string
  last4: string
  expMonth: number
  expYear: number
  decline: Decline | null
  asksBuyer: boolean
  aftermath: Aftermath | null
}

type Temper = Pick<Card, 'decline' | 'asksBuyer' | 'aftermath'>

const good: Temper = { decline: null, asksBuyer: false, aftermath: null }
const declining = (code: string, declineCode: string | null, message: string): Temper => ({
  ...good,
  decline: { code, declineCode, message },
})

const testCards: Record<string, Temper> = {
  '4242424242424242': good,
  '5555555555554444': good,
  '4000000000000002': declining('card_declined', 'generic_decline', 'Your card was declined.'),
  '4000000000009995': declining('card_declined', 'insufficient_funds', 'Your card has insufficient funds.'),
  '4000000000000069': declining('expired_card', null, 'Your card has expired.'),
  '4000000000000127': declining('incorrect_cvc', null, "Your card's security code is incorrect."),
  '4000000000000119': declining(
    'processing_error',
    null,
    'The card could not be processed. Try again in a while.',
  ),
  '4000002500003155': { ...good, asksBuyer: true },
  '4000000000000259': { ...good, aftermath: 'dispute' },
  '4000000000007726': { ...good, aftermath: 'refund-pends' },
  '4000000000005126': { ...good, aftermath: 'refund-fails' },
}

const stranger = declining('card_declined', 'test_mode_live_card', 'Only test cards work in the sandbox.')

/** Ready-made payment methods for servers that confirm without a form. */
const readyMade: Record<string, string> = {
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

const GOOD_NUMBER = '4242424242424242'
const READY_MADE_EXPIRY = { expMonth: 12, expYear: 2034 }

export const goodCard: Card = cardOf(GOOD_NUMBER, READY_MADE_EXPIRY)
export const decliningCard: Card = cardOf('4000000000000002', READY_MADE_EXPIRY)

/** @throws StripeFailure  404 for a payment method nobody made */
export function readyMadeCard(paymentMethod: string): Card {
  const number = readyMade[paymentMethod]
  if (number) return cardOf(number, READY_MADE_EXPIRY)
  const message = `No such PaymentMethod: '${paymentMethod}'`
  throw new StripeFailure(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message,
    param: 'payment_method',
  })
}

/**
 * Reads `payment_method_data`. A card that cannot exist fails as a card error, like a refused one.
 * @throws StripeFailure  402 for a wrong number or date, 400 when there is no card at all
 */
export function readCard(data: Params, now: Date): Card {
  const card = data.card
  if (data.type !== 'card' || typeof card !== 'object') {
    throw invalid('Only cards are accepted here.', 'payment_method_data[type]')
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
  return cardOf(number, { expMonth, expYear })
}

function cardOf(number: string, expiry: { expMonth: number; expYear: number }): Card {
  const temper = testCards[number] ?? stranger
  return { ...temper, ...expiry, brand: brandOf(number), last4: number.slice(-4) }
}

function cardError(code: string, message: string, param: string): StripeFailure {
  return new StripeFailure(402, { type: 'card_error', code, message, param }, true)
}

function brandOf(number: string): string {
  if (number.startsWith('4')) return 'visa'
  return /^(5[1-5]|2[2-7])/.test(number) ? 'mastercard' : 'unknown'
}

function passesLuhn(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false
  let sum = 0
  for (let place = 0; place < number.length; place += 1) {
    const digit = Number(number[number.length - 1 - place])
    sum += place % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)
  }
  return sum % 10 === 0
}

function fullYear(year: number): number {
  return year < 100 ? 2000 + year : year
}

function text(value: string | Params | undefined): string {
  return typeof value === 'string' ? value : ''
}
