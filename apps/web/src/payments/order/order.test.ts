import type { PaymentProcess } from '@playhub/contract'
import { expect, test } from 'vitest'
import { paymentAddress, providerOfPath } from './payment-address.ts'
import { paymentOptions, preferredOption } from './payment-options.ts'
import { paymentEnvelope } from './payment-result.ts'
import { displayPrice, providerPrice } from './prices.ts'

const data = { ruAmountMinor: 19900, enAmountMinor: 249 } as PaymentProcess['paymentData']
const methods = [
  { provider: 'stripe', methods: ['card'] },
  { provider: 'yookassa', methods: ['card', 'yooMoney', 'cash'] },
] as PaymentProcess['paymentsMethods']

test('a price is in the currency of the language until a provider is chosen, then in that of the provider', () => {
  expect(displayPrice(data, undefined, 'ru')).toEqual({ amountMinor: 19900, currency: 'RUB' })
  expect(displayPrice(data, undefined, 'en')).toEqual({ amountMinor: 249, currency: 'USD' })
  expect(displayPrice(data, 'yookassa', 'en')).toEqual({ amountMinor: 19900, currency: 'RUB' })
  expect(displayPrice(data, 'stripe', 'ru')).toEqual({ amountMinor: 249, currency: 'USD' })
  expect(providerPrice(data, 'stripe')).toEqual({ amountMinor: 249, currency: 'USD' })
  expect(providerPrice(data, 'yookassa')).toEqual({ amountMinor: 19900, currency: 'RUB' })
})

test('each method of each provider is an option, except methods without a label', () => {
  expect(paymentOptions({ paymentsMethods: methods }).map(({ key }) => key)).toEqual([
    'stripe:card',
    'yookassa:card',
    'yookassa:yooMoney',
  ])
})

test('the provider of the open attempt is preselected', () => {
  const process = { paymentsMethods: methods, provider: null } as PaymentProcess
  expect(preferredOption({ ...process, provider: 'yookassa' }, 'en')?.provider).toBe('yookassa')
  expect(preferredOption({ ...process, provider: 'stripe' }, 'ru')?.provider).toBe('stripe')
})

test('without an attempt the first provider that charges in the listed currency is preselected, else the first', () => {
  const process = { paymentsMethods: methods, provider: null } as PaymentProcess
  expect(preferredOption(process, 'en')?.provider).toBe('stripe')
  expect(preferredOption(process, 'ru')?.key).toBe('yookassa:card')
  expect(preferredOption({ ...process, paymentsMethods: methods.slice(0, 1) }, 'ru')?.provider).toBe('stripe')
})

test('games and embedders receive the payment result as an envelope', () => {
  expect(paymentEnvelope('p1', { status: 'paid', purchaseId: 'b1' })).toEqual({
    type: 'PAYMENT_RESULT',
    data: { paymentId: 'p1', status: 'paid', purchaseId: 'b1' },
    isError: false,
    errorCode: null,
  })
  expect(paymentEnvelope('p1', { status: 'none' })).toMatchObject({ isError: true, errorCode: 4015 })
  expect(paymentEnvelope('p1', { status: 'fail' })).toMatchObject({ isError: true, errorCode: 4016 })
})

test('each provider has an address of its own', () => {
  expect(paymentAddress('p1', 'yandex-pay', 'ru')).toBe('/payments/yandex-pay/p1?locale=ru')
  expect(providerOfPath('/payments/yandex-pay/p1')).toBe('yandex-pay')
  expect(['/payments/process/p1', '/games/en/stripe'].map(providerOfPath)).toEqual([null, null])
})
