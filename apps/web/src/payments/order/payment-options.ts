import type { PaymentProcess, RememberedCard } from '@playhub/contract'
import {
  type NamedMethod,
  namedMethods,
  type PaymentProvider,
  providerTerms,
  type Wallet,
} from '@playhub/contract/payment-methods'
import { localStore } from '../../lib/browser/storage.ts'
import { currencyForLanguage } from './prices.ts'
import { listUsableWallets } from './wallets.ts'

const LAST_PROVIDER_KEY = 'playhub-last-provider'

/** A provider's methods, as its option label names them. */
export type OfferedMethods = 'card' | 'yooMoney' | 'cardOrYooMoney'

/** A provider, as the player chooses it. Where it takes several methods, the player chooses one in its own form. */
export type PaymentOption = {
  provider: PaymentProvider
  methods: OfferedMethods
  /** Further methods of its form, named where the project names them. */
  named?: (NamedMethod | Wallet)[]
  /** A remembered card, paid without a form. */
  card?: RememberedCard
}

/** The remembered cards, then every provider with a labelled method in the project's order. */
export function paymentOptions(process: Pick<PaymentProcess, 'paymentsMethods' | 'cards'>): PaymentOption[] {
  const cards = process.cards?.remembered ?? []
  return [
    ...cards.map((card): PaymentOption => ({ provider: card.provider, methods: 'card', card })),
    ...formOptions(process),
  ]
}

function formOptions(process: Pick<PaymentProcess, 'paymentsMethods'>): PaymentOption[] {
  return process.paymentsMethods.flatMap(({ provider, methods, wallets = [] }) => {
    const offered = offeredMethods(methods)
    const named = [
      ...namedMethods.filter((method) => methods.includes(method)),
      ...listUsableWallets(wallets),
    ]
    return offered ? [{ provider, methods: offered, ...(named.length > 0 && { named }) }] : []
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
 * The preselected option: the open attempt's provider, because the order is locked to it; else the newest remembered
 * card; else this browser's last one; else the first to charge in the price list's currency; else the first.
 */
export function preferredOption(
  process: Pick<PaymentProcess, 'paymentsMethods' | 'provider' | 'cards'>,
  language: string,
): PaymentOption | undefined {
  const options = formOptions(process)
  const lastProvider = localStore.get(LAST_PROVIDER_KEY)
  return (
    options.find(({ provider }) => provider === process.provider) ??
    paymentOptions(process).find(({ card }) => card) ??
    options.find(({ provider }) => provider === lastProvider) ??
    options.find(({ provider }) => providerTerms[provider].currency === currencyForLanguage(language)) ??
    options[0]
  )
}
