import type { PaymentProcess } from '@playhub/contract'
import { type PaymentProvider, providerTerms } from '@playhub/contract/payment-methods'
import { localStore } from '../../lib/browser/storage.ts'
import { currencyForLanguage } from './prices.ts'

const LAST_PROVIDER_KEY = 'playhub-last-provider'

/** A provider's methods, as its option label names them. */
export type OfferedMethods = 'card' | 'yooMoney' | 'cardOrYooMoney'

/** A provider, as the player chooses it. Where it takes several methods, the player chooses one in its own form. */
export type PaymentOption = { provider: PaymentProvider; methods: OfferedMethods }

/** Every provider with a method that has a label, in the project's order. */
export function paymentOptions(process: Pick<PaymentProcess, 'paymentsMethods'>): PaymentOption[] {
  return process.paymentsMethods.flatMap(({ provider, methods }) => {
    const offered = offeredMethods(methods)
    return offered ? [{ provider, methods: offered }] : []
  })
}

function offeredMethods(methods: readonly string[]): OfferedMethods | null {
  if (!methods.includes('yooMoney')) return methods.includes('card') ? 'card' : null
  return methods.includes('card') ? 'cardOrYooMoney' : 'yooMoney'
}

/** Preselects a provider in the browser's next payments. */
export function saveLastProvider(provider: PaymentProvider): void {
  localStore.set(LAST_PROVIDER_KEY, provider)
}

/**
 * The preselected option: the open attempt's provider, because the order is locked to it; else the one that this browser
 * paid with last; else the first that charges in the price list's currency; else the first.
 */
export function preferredOption(
  process: Pick<PaymentProcess, 'paymentsMethods' | 'provider'>,
  language: string,
): PaymentOption | undefined {
  const options = paymentOptions(process)
  const lastProvider = localStore.get(LAST_PROVIDER_KEY)
  return (
    options.find(({ provider }) => provider === process.provider) ??
    options.find(({ provider }) => provider === lastProvider) ??
    options.find(({ provider }) => providerTerms[provider].currency === currencyForLanguage(language)) ??
    options[0]
  )
}
