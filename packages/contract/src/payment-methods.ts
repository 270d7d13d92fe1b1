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
 * Each provider's methods, currency (specification §3) and smallest accepted charge.
 * @see https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 */
export const providerTerms = {
  stripe: { currency: 'USD', methods: ['card'], minAmountMinor: 50 },
  yookassa: { currency: 'RUB', methods: ['card', 'yooMoney'], minAmountMinor: 100 },
  'yandex-pay': { currency: 'RUB', methods: ['card'], minAmountMinor: 100 },
} as const satisfies Record<PaymentProvider, ProviderTerms>

/**
 * An item's sale state: on sale, switched off by the operator, no provider for its price, or its game is in
 * development.
 */
export const saleStates = ['onSale', 'notForSale', 'noPayments', 'inDevelopment'] as const
export type SaleState = (typeof saleStates)[number]

export const orderStatuses = ['none', 'pending', 'paid', 'fail'] as const
/** `none`: not started or cancelled. `paid` is final; refunds are recorded separately. */
export type OrderStatus = (typeof orderStatuses)[number]

export const authMethods = ['google', 'apple', 'vk', 'yandex', 'telegram', 'facebook', 'mail'] as const
export type AuthMethod = (typeof authMethods)[number]

/** How a player logged in: with a linked method, or with one of the account's passkeys. */
export const authTypes = [...authMethods, 'passkey'] as const
export type AuthType = (typeof authTypes)[number]
/** Reauthentication method; `mail` means the password. */
export type ReauthenticationMethod = AuthType
