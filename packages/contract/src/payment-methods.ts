import type { Currency } from './money.ts'

export const paymentProviders = ['stripe', 'yookassa', 'yandex-pay'] as const
export type PaymentProvider = (typeof paymentProviders)[number]

/** What each provider takes, and in which currency it charges (specification §3). */
export const providerTerms = {
  stripe: { currency: 'USD', methods: ['card'] },
  yookassa: { currency: 'RUB', methods: ['card', 'yooMoney'] },
  'yandex-pay': { currency: 'RUB', methods: ['card'] },
} as const satisfies Record<PaymentProvider, { currency: Currency; methods: readonly string[] }>

export const orderStatuses = ['none', 'pending', 'paid', 'fail'] as const
/** `none` is cancelled or not begun; `paid` is for ever, whatever is refunded later. */
export type OrderStatus = (typeof orderStatuses)[number]

export const authMethods = ['google', 'apple', 'vk', 'yandex', 'telegram', 'facebook', 'mail'] as const
export type AuthMethod = (typeof authMethods)[number]
