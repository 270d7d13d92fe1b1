import type { PaymentProcess } from '@playhub/contract'
import { type PaymentProvider, providerTerms } from '@playhub/contract/payment-methods'
import { currencyForLanguage } from './prices.ts'

const knownMethods = ['card', 'yooMoney'] as const
type PaymentMethod = (typeof knownMethods)[number]

/** A method of a provider, as the player chooses it. */
export type PaymentOption = { provider: PaymentProvider; method: PaymentMethod; key: string }

/** Every method of every provider, in the project's order. Methods without a label are left out. */
export function paymentOptions(process: Pick<PaymentProcess, 'paymentsMethods'>): PaymentOption[] {
  return process.paymentsMethods.flatMap(({ provider, methods }) =>
    knownMethods
      .filter((method) => methods.includes(method))
      .map((method) => ({ provider, method, key: `${provider}:${method}` })),
  )
}

/**
 * The preselected option: the provider of the open attempt, because the order is locked to it; else the first that
 * charges in the currency of the price list; else the first.
 */
export function preferredOption(process: PaymentProcess, language: string): PaymentOption | undefined {
  const options = paymentOptions(process)
  return (
    options.find(({ provider }) => provider === process.provider) ??
    options.find(({ provider }) => providerTerms[provider].currency === currencyForLanguage(language)) ??
    options[0]
  )
}
