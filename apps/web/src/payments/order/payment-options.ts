import type { PaymentProcess } from '@playhub/contract'
import { type PaymentProvider, providerTerms } from '@playhub/contract/payment-methods'
import { currencyOf } from './prices.ts'

const knownMethods = ['card', 'yooMoney'] as const
type PayMethod = (typeof knownMethods)[number]

/** One way to pay: a provider, and what it takes. */
export type PayOption = { provider: PaymentProvider; method: PayMethod; key: string }

/** A card for each method of each provider, in the project's order. Methods this screen cannot name are left out. */
export function payOptions(process: Pick<PaymentProcess, 'paymentsMethods'>): PayOption[] {
  return process.paymentsMethods.flatMap(({ provider, methods }) =>
    knownMethods
      .filter((method) => methods.includes(method))
      .map((method) => ({ provider, method, key: `${provider}:${method}` })),
  )
}

/**
 * The option to begin with: the provider of the open attempt, because the order is locked to it; else the first that
 * charges the price that the reader has seen in the price list; else the first.
 */
export function preferredOption(process: PaymentProcess, language: string): PayOption | undefined {
  const options = payOptions(process)
  return (
    options.find(({ provider }) => provider === process.provider) ??
    options.find(({ provider }) => providerTerms[provider].currency === currencyOf(language)) ??
    options[0]
  )
}
