import type { PaymentProcess, PriceItem } from '@playhub/contract'
import { localText } from '@playhub/contract/languages'
import type { Currency, Money } from '@playhub/contract/money'
import { type PaymentProvider, providerTerms } from '@playhub/contract/payment-methods'

type PaymentData = PaymentProcess['paymentData']
export type Prices = { ruAmountMinor: number | null; enAmountMinor: number | null }

/** The price list's currency: roubles in Russian, dollars in any other language (specification §9). */
export function currencyForLanguage(language: string): Currency {
  return language === 'ru' ? 'RUB' : 'USD'
}

/** The price in a currency; in the other one when the item is not sold in it. */
export function priceIn({ ruAmountMinor, enAmountMinor }: Prices, currency: Currency): Money {
  const rub = ruAmountMinor && ({ amountMinor: ruAmountMinor, currency: 'RUB' } as const)
  const usd = enAmountMinor && ({ amountMinor: enAmountMinor, currency: 'USD' } as const)
  const price = currency === 'RUB' ? rub || usd : usd || rub
  return price || { amountMinor: 0, currency }
}

/** The price in a provider's currency. */
export function providerPrice(prices: Prices, provider: PaymentProvider): Money {
  return priceIn(prices, providerTerms[provider].currency)
}

/** The chosen provider's price; the price list's while no provider is chosen. */
export function displayPrice(prices: Prices, provider: PaymentProvider | undefined, language: string): Money {
  return provider ? providerPrice(prices, provider) : priceIn(prices, currencyForLanguage(language))
}

export function itemName({ name }: Pick<PaymentData, 'name'>, language: string): string {
  return localText(name, language)
}

/** An item's labels in the price list. */
export function itemLabels(item: PriceItem, language: string): { title: string; description: string } {
  return { title: localText(item.title, language), description: localText(item.description, language) }
}
