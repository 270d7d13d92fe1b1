import type { PaymentProcess, PriceItem } from '@playhub/contract'
import type { Currency, Money } from '@playhub/contract/money'
import { type PaymentProvider, providerTerms } from '@playhub/contract/payment-methods'

type PaymentData = PaymentProcess['paymentData']
type Prices = { ruAmountMinor: number; enAmountMinor: number }

/** The currency of the price list: roubles in Russian, dollars in any other language (specification §9). */
export function currencyForLanguage(language: string): Currency {
  return language === 'ru' ? 'RUB' : 'USD'
}

export function priceIn({ ruAmountMinor, enAmountMinor }: Prices, currency: Currency): Money {
  return { amountMinor: currency === 'RUB' ? ruAmountMinor : enAmountMinor, currency }
}

/** The price in the currency that a provider charges. */
export function providerPrice(prices: Prices, provider: PaymentProvider): Money {
  return priceIn(prices, providerTerms[provider].currency)
}

/** The chosen provider's price; the price list's while no provider is chosen. */
export function displayPrice(prices: Prices, provider: PaymentProvider | undefined, language: string): Money {
  return provider ? providerPrice(prices, provider) : priceIn(prices, currencyForLanguage(language))
}

export function itemName({ ruName, enName }: PaymentData, language: string): string {
  return language === 'ru' ? ruName : enName
}

/** The texts of an item in the price list. */
export function itemLabels(item: PriceItem, language: string): { title: string; description: string } {
  return language === 'ru'
    ? { title: item.ruTitle, description: item.ruDescription }
    : { title: item.enTitle, description: item.enDescription }
}
