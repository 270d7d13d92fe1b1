import type { PaymentProcess } from '@playhub/contract'
import type { Wallet } from '@playhub/contract/payment-methods'
import { expect, onTestFinished, test, vi } from 'vitest'
import { orderOrigin, saveOrderOrigin } from './order-origin.ts'
import { paymentOptions, preferredOption, saveLastProvider } from './payment-options.ts'
import { paymentEnvelope } from './payment-result.ts'
import { parsePathProvider, paymentUrl } from './payment-url.ts'
import { displayPrice, providerPrice } from './prices.ts'
import { saveShownWallets } from './wallets.ts'

const data = { ruAmountMinor: 19900, enAmountMinor: 249 }
const methods: PaymentProcess['paymentsMethods'] = [
  { provider: 'stripe', methods: ['card'] },
  { provider: 'yookassa', methods: ['card', 'yooMoney', 'cash'] },
]

test('a price is in the currency of the language until a provider is chosen, then in that of the provider', () => {
  expect(displayPrice(data, undefined, 'ru')).toEqual({ amountMinor: 19900, currency: 'RUB' })
  expect(displayPrice(data, undefined, 'en')).toEqual({ amountMinor: 249, currency: 'USD' })
  expect(displayPrice(data, 'yookassa', 'en')).toEqual({ amountMinor: 19900, currency: 'RUB' })
  expect(displayPrice(data, 'stripe', 'ru')).toEqual({ amountMinor: 249, currency: 'USD' })
  expect(providerPrice(data, 'stripe')).toEqual({ amountMinor: 249, currency: 'USD' })
  expect(providerPrice(data, 'yookassa')).toEqual({ amountMinor: 19900, currency: 'RUB' })
})

test('an item without a price in the usual currency is shown in the other one', () => {
  expect(displayPrice({ ruAmountMinor: null, enAmountMinor: 249 }, undefined, 'ru')).toEqual({
    amountMinor: 249,
    currency: 'USD',
  })
  expect(displayPrice({ ruAmountMinor: 19900, enAmountMinor: null }, undefined, 'de')).toEqual({
    amountMinor: 19900,
    currency: 'RUB',
  })
})

test('each provider is an option that names its methods, because a provider’s own form offers the choice', () => {
  expect(paymentOptions({ paymentsMethods: methods })).toEqual([
    { provider: 'stripe', methods: 'card' },
    { provider: 'yookassa', methods: 'cardOrYooMoney' },
  ])
  const wallet = [{ provider: 'yookassa' as const, methods: ['yooMoney' as const] }]
  expect(paymentOptions({ paymentsMethods: wallet })).toEqual([{ provider: 'yookassa', methods: 'yooMoney' }])
  const named = [{ provider: 'yookassa' as const, methods: ['mir_pay', 'card', 'sbp'] }]
  expect(paymentOptions({ paymentsMethods: named })).toEqual([
    { provider: 'yookassa', methods: 'card', named: ['sbp', 'mir_pay'] },
  ])
})

test('Stripe’s registered wallets are named once this browser is known to have them', () => {
  const nameWallets = (registered?: Wallet[]) =>
    paymentOptions({
      paymentsMethods: [
        { provider: 'stripe', methods: ['card'], ...(registered && { wallets: registered }) },
      ],
    })[0]?.named
  expect(nameWallets(['applePay', 'googlePay'])).toBeUndefined()
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.stubGlobal('ApplePaySession', { canMakePayments: () => true })
  expect(nameWallets(['applePay', 'googlePay'])).toEqual(['applePay'])
  expect(nameWallets()).toBeUndefined()
  const refuse = () => {
    throw new DOMException('InvalidAccessError')
  }
  vi.stubGlobal('ApplePaySession', { canMakePayments: refuse })
  expect(nameWallets(['applePay'])).toBeUndefined()
  saveShownWallets({
    card: { available: true },
    applePay: { available: false },
    googlePay: { available: true },
  })
  expect(nameWallets(['applePay', 'googlePay'])).toEqual(['googlePay'])
  expect(nameWallets(['applePay'])).toBeUndefined()
  vi.stubGlobal('ApplePaySession', { canMakePayments: () => true })
  saveShownWallets(undefined)
  expect(nameWallets(['applePay', 'googlePay'])).toBeUndefined()
})

test('a provider whose methods have no label is left out', () => {
  expect(paymentOptions({ paymentsMethods: [{ provider: 'yookassa', methods: ['cash'] }] })).toEqual([])
})

test('the provider of the open attempt is preselected', () => {
  const process = { paymentsMethods: methods, provider: null }
  expect(preferredOption({ ...process, provider: 'yookassa' }, 'en')?.provider).toBe('yookassa')
  expect(preferredOption({ ...process, provider: 'stripe' }, 'ru')?.provider).toBe('stripe')
})

test('without an attempt the first provider that charges in the listed currency is preselected, else the first', () => {
  const process = { paymentsMethods: methods, provider: null }
  expect(preferredOption(process, 'en')?.provider).toBe('stripe')
  expect(preferredOption(process, 'ru')?.provider).toBe('yookassa')
  expect(preferredOption({ ...process, paymentsMethods: methods.slice(0, 1) }, 'ru')?.provider).toBe('stripe')
})

test('the provider that was used last is preselected, unless another one has an open attempt', () => {
  const process = { paymentsMethods: methods, provider: null } as PaymentProcess
  saveLastProvider('stripe')
  expect(preferredOption(process, 'ru')?.provider).toBe('stripe')
  expect(preferredOption({ ...process, provider: 'yookassa' }, 'ru')?.provider).toBe('yookassa')
  saveLastProvider('yandex-pay')
  expect(preferredOption(process, 'ru')?.provider).toBe('yookassa')
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
  expect(paymentEnvelope(null, { status: 'none', errorCode: 4000 })).toEqual({
    type: 'PAYMENT_RESULT',
    data: { paymentId: null, status: 'none', purchaseId: null },
    isError: true,
    errorCode: 4000,
  })
})

test('each provider has an address of its own', () => {
  expect(paymentUrl('p1', 'yandex-pay', 'ru')).toBe('/payments/yandex-pay/p1?locale=ru')
  expect(parsePathProvider('/payments/yandex-pay/p1')).toBe('yandex-pay')
  expect(['/payments/process/p1', '/games/en/stripe'].map(parsePathProvider)).toEqual([null, null])
})

test('an order from a page of the hub leads back to its item, in the language of then', () => {
  saveOrderOrigin('p1', '/games/ru/islandm3/?source=web#item-hints')
  expect(orderOrigin('p1')).toBe('/games/en/islandm3/?source=web#item-hints')
  expect(orderOrigin('p2')).toBeNull()
  saveOrderOrigin('p2', '/prices#item-hints')
  expect(orderOrigin('p2')).toBe('/prices#item-hints')
})
