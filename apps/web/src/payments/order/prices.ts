import type { PaymentProcess } from '@playhub/contract'
import type { Currency, Money } from '@playhub/contract/money'
import { type PaymentProvider, providerTerms } from '@playhub/contract/payment-methods'

type PaymentData = PaymentProcess['paymentData']

/** The currency of the price list in the reader's language: roubles in Russian, dollars in any other. */
export function currencyOf(language: string): Currency {
  return language === 'ru' ? 'RUB' : 'USD'
}

/** What the item costs: once a provider is chosen, what that one takes; before that, what the price list says. */
export function shownPrice(
  data: PaymentData,
  provider: PaymentProvider | undefined,
  language: string,
): Money {
  return provider ? chargeOf(data, provider) : priceIn(data, currencyOf(language))
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
