import type { Currency } from './money.ts'

export const paymentProviders = ['stripe', 'yookassa', 'yandex-pay'] as const
export type PaymentProvider = (typeof paymentProviders)[number]

/** The methods and the currency of each provider (specification §3). */
export const providerTerms = {
  stripe: { currency: 'USD', methods: ['card'] },
  yookassa: { currency: 'RUB', methods: ['card', 'yooMoney'] },
  'yandex-pay': { currency: 'RUB', methods: ['card'] },
} as const satisfies Record<PaymentProvider, { currency: Currency; methods: readonly string[] }>

export const orderStatuses = ['none', 'pending', 'paid', 'fail'] as const
/** `none`: not started or cancelled. `paid` is final; refunds are recorded separately. */
export type OrderStatus = (typeof orderStatuses)[number]

export const authMethods = ['google', 'apple', 'vk', 'yandex', 'telegram', 'facebook', 'mail'] as const
export type AuthMethod = (typeof authMethods)[number]
