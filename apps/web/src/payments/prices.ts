import type { PaymentProcess } from '@playhub/contract'
import type { Currency, Money } from '@playhub/contract/money'
import { type PaymentProvider, providerTerms } from '@playhub/contract/payment-methods'

type PaymentData = PaymentProcess['paymentData']

/** The item's price as the reader's language shows it: roubles in Russian, dollars in any other. */
export function shownPrice(data: PaymentData, language: string): Money {
  return priceIn(data, language === 'ru' ? 'RUB' : 'USD')
}

/** What a provider takes for the item, in the currency it charges. */
export function chargeOf(data: PaymentData, provider: PaymentProvider): Money {
  return priceIn(data, providerTerms[provider].currency)
}

function priceIn(data: PaymentData, currency: Currency): Money {
  return { amountMinor: currency === 'RUB' ? data.ruAmountMinor : data.enAmountMinor, currency }
}

export function itemName(data: PaymentData, language: string): string {
  return language === 'ru' ? data.ruName : data.enName
}
