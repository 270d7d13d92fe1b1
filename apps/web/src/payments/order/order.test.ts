import type { PaymentProcess } from '@playhub/contract'
import { expect, test } from 'vitest'
import { paymentEnvelope } from '../checkout/finish-payment.ts'
import { payOptions, preferredOption } from './payment-options.ts'
import { chargeOf, shownPrice } from './prices.ts'

const data = { ruAmountMinor: 19900, enAmountMinor: 249 } as PaymentProcess['paymentData']
const methods = [
  { provider: 'stripe', methods: ['card'] },
  { provider: 'yookassa', methods: ['card', 'yooMoney', 'cash'] },
] as PaymentProcess['paymentsMethods']

test('a price is in the currency of the language until a provider is chosen, then in that of the provider', () => {
  expect(shownPrice(data, undefined, 'ru')).toEqual({ amountMinor: 19900, currency: 'RUB' })
  expect(shownPrice(data, undefined, 'en')).toEqual({ amountMinor: 249, currency: 'USD' })
  expect(shownPrice(data, 'yookassa', 'en')).toEqual({ amountMinor: 19900, currency: 'RUB' })
  expect(shownPrice(data, 'stripe', 'ru')).toEqual({ amountMinor: 249, currency: 'USD' })
  expect(chargeOf(data, 'stripe')).toEqual({ amountMinor: 249, currency: 'USD' })
  expect(chargeOf(data, 'yookassa')).toEqual({ amountMinor: 19900, currency: 'RUB' })
})

test('each method of each provider is a choice, unless this screen has no words for it', () => {
  expect(payOptions({ paymentsMethods: methods }).map(({ key }) => key)).toEqual([
    'stripe:card',
    'yookassa:card',
    'yookassa:yooMoney',
  ])
})

test('an order that is open at a provider begins with that provider', () => {
  const process = { paymentsMethods: methods, provider: null } as PaymentProcess
  expect(preferredOption({ ...process, provider: 'yookassa' }, 'en')?.provider).toBe('yookassa')
  expect(preferredOption({ ...process, provider: 'stripe' }, 'ru')?.provider).toBe('stripe')
})

test('any other begins with the first that takes what the price list says, else with the first', () => {
  const process = { paymentsMethods: methods, provider: null } as PaymentProcess
  expect(preferredOption(process, 'en')?.provider).toBe('stripe')
  expect(preferredOption(process, 'ru')?.key).toBe('yookassa:card')
  expect(preferredOption({ ...process, paymentsMethods: methods.slice(0, 1) }, 'ru')?.provider).toBe('stripe')
})

test('whoever embeds the hub is told how a payment ended', () => {
  expect(paymentEnvelope('p1', { status: 'paid', purchaseId: 'b1' })).toEqual({
    type: 'PAYMENT_RESULT',
    data: { paymentId: 'p1', status: 'paid', purchaseId: 'b1' },
    isError: false,
    errorCode: null,
  })
  expect(paymentEnvelope('p1', { status: 'none' })).toMatchObject({ isError: true, errorCode: 4015 })
  expect(paymentEnvelope('p1', { status: 'fail' })).toMatchObject({ isError: true, errorCode: 4016 })
})
