import type { Currency } from './money.ts'

export const paymentProviders = ['stripe', 'yookassa', 'yandex-pay'] as const
export type PaymentProvider = (typeof paymentProviders)[number]

type ProviderTerms = {
  currency: Currency
  methods: readonly string[]
  /** The smallest charge, in minor units. */
  minAmountMinor: number
}

/**
 * The methods and the currency of each provider (specification §3), and the smallest charge that it accepts.
 * @see https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 */
export const providerTerms = {
  stripe: { currency: 'USD', methods: ['card'], minAmountMinor: 50 },
  yookassa: { currency: 'RUB', methods: ['card', 'yooMoney'], minAmountMinor: 100 },
  'yandex-pay': { currency: 'RUB', methods: ['card'], minAmountMinor: 100 },
} as const satisfies Record<PaymentProvider, ProviderTerms>

/**
 * Whether an item is for sale, and why not: switched off by the operator, no provider that can charge its price, or its
 * game is in development.
 */
export const saleStates = ['onSale', 'notForSale', 'noPayments', 'inDevelopment'] as const
export type SaleState = (typeof saleStates)[number]

export const orderStatuses = ['none', 'pending', 'paid', 'fail'] as const
/** `none`: not started or cancelled. `paid` is final; refunds are recorded separately. */
export type OrderStatus = (typeof orderStatuses)[number]

export const authMethods = ['google', 'apple', 'vk', 'yandex', 'telegram', 'facebook', 'mail'] as const
export type AuthMethod = (typeof authMethods)[number]

/** How a player has signed in: by a linked method, or by a passkey of the account. */
export const authTypes = [...authMethods, 'passkey'] as const
export type AuthType = (typeof authTypes)[number]
/** How a signed-in player proves again who they are; `mail` by the password. */
export type ReauthenticationMethod = AuthType
