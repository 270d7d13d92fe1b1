import type { Currency } from './money.ts'

export const paymentProviders = ['stripe', 'yookassa', 'yandex-pay'] as const
export type PaymentProvider = (typeof paymentProviders)[number]

/** An image in `main_images/marks`. */
export type PaymentMark = { file: string; name: string; width: number }

const visa = { file: 'visa', name: 'Visa', width: 30 }
const mastercard = { file: 'mastercard', name: 'Mastercard', width: 30 }
const mir = { file: 'mir', name: 'Mir', width: 30 }

export type ProviderTerms = {
  /** The provider's own name, in the languages of the console. */
  label: { en: string; ru: string }
  currency: Currency
  methods: readonly string[]
  /** The smallest charge, in minor units. */
  minAmountMinor: number
  /** Marks of the cards that it accepts, or its own. */
  marks: readonly PaymentMark[]
  /** True when it takes payments on its own page instead of in a form on ours. */
  hasOwnPage: boolean
}

/**
 * Each provider's methods, currency (specification §3) and smallest accepted charge, and how it is shown.
 * @see https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 */
export const providerTerms = {
  stripe: {
    label: { en: 'Stripe', ru: 'Stripe' },
    currency: 'USD',
    methods: ['card'],
    minAmountMinor: 50,
    marks: [visa, mastercard],
    hasOwnPage: false,
  },
  yookassa: {
    label: { en: 'YooKassa', ru: 'ЮKassa' },
    currency: 'RUB',
    methods: ['card', 'yooMoney'],
    minAmountMinor: 100,
    marks: [mir, visa, mastercard],
    hasOwnPage: false,
  },
  'yandex-pay': {
    label: { en: 'Yandex Pay', ru: 'Яндекс Пэй' },
    currency: 'RUB',
    methods: ['card'],
    minAmountMinor: 100,
    marks: [{ file: 'yandex-pay', name: '', width: 20 }],
    hasOwnPage: true,
  },
} as const satisfies Record<PaymentProvider, ProviderTerms>

/** Methods of YooKassa's form beside those of `providerTerms`, which a project may show by their names. */
export const namedMethods = ['sbp', 'sberbank', 'tinkoff_bank', 'mir_pay'] as const
export type NamedMethod = (typeof namedMethods)[number]

/** Wallets of Stripe's form, offered on registered hosts to browsers that have them. */
export const wallets = ['applePay', 'googlePay'] as const
export type Wallet = (typeof wallets)[number]

export const namedMethodMarks: Record<NamedMethod | Wallet, PaymentMark> = {
  sbp: { file: 'sbp', name: 'SBP', width: 35 },
  sberbank: { file: 'sberpay', name: 'SberPay', width: 55 },
  tinkoff_bank: { file: 't-pay', name: 'T-Pay', width: 40 },
  mir_pay: { file: 'mir-pay', name: 'Mir Pay', width: 50 },
  applePay: { file: 'apple-pay', name: 'Apple Pay', width: 65 },
  googlePay: { file: 'google-pay', name: 'Google Pay', width: 75 },
}

/** Methods that a project may show for a provider. */
export function listShowableMethods(provider: PaymentProvider): readonly string[] {
  const { methods } = providerTerms[provider]
  return provider === 'yookassa' ? [...methods, ...namedMethods] : methods
}

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

/** A player's login method: a linked one, or one of the account's passkeys. */
export const authTypes = [...authMethods, 'passkey'] as const
export type AuthType = (typeof authTypes)[number]
/** Reauthentication method; `mail` means the password. */
export type ReauthenticationMethod = AuthType
