import type { PaymentProcess, PriceItem } from '@playhub/contract'
import { type Currency, type Money, minorPerMajor } from '@playhub/contract/money'
import type { Quote } from '@playhub/contract/offers/shapes'
import { isRefusal } from '@playhub/ui/feedback/api-errors.ts'
import { priceIn } from './prices.ts'

export type OfferPrices = {
  price: Money
  /** Without the reduction; null while none runs. */
  list: Money | null
  /** The lowest of the 30 days before the reduction. */
  lowest: Money | null
  /** What the items of a bundle cost one by one. */
  worth: Money | null
}

/** An item's prices, each in the currency of what is charged. */
export function offerPrices(item: PriceItem, wanted: Currency): OfferPrices {
  const price = priceIn(item, wanted)
  const { currency } = price
  const [list, lowest, worth] =
    currency === 'RUB'
      ? [item.listRuValue, item.lowestRuValue, item.worthRuValue]
      : [item.listEnValue, item.lowestEnValue, item.worthEnValue]
  const isReduced = list != null && toMoney(list, currency).amountMinor > price.amountMinor
  return {
    price,
    list: isReduced ? toMoney(list, currency) : null,
    lowest: isReduced && lowest != null ? toMoney(lowest, currency) : null,
    worth: worth == null ? null : toMoney(worth, currency),
  }
}

const toMoney = (value: number, currency: Currency): Money => ({
  amountMinor: Math.round(value * minorPerMajor),
  currency,
})

/** The price without its reduction, in the currency of `priceIn`; null without one. */
export function listPriceIn(data: PaymentProcess['paymentData'], price: Money): Money | null {
  const { currency } = price
  const amountMinor = currency === 'RUB' ? data.listRuAmountMinor : data.listEnAmountMinor
  return amountMinor && amountMinor > price.amountMinor ? { amountMinor, currency } : null
}

/** The lowest of the 30 days before the reduction, in the same currency. */
export function lowestPriceIn(data: PaymentProcess['paymentData'], { currency }: Money): Money | null {
  const amountMinor = currency === 'RUB' ? data.lowestRuAmountMinor : data.lowestEnAmountMinor
  return amountMinor === undefined ? null : { amountMinor, currency }
}

/** Whole percents, rounded down: a reduction is never overstated. */
export function reductionPercent(list: Money, price: Money): number {
  return Math.floor(((list.amountMinor - price.amountMinor) * 100) / list.amountMinor)
}

/** The price that a refused order would have now; null for any other error. */
export function readNewPrice(error: unknown, currency: Currency): Money | null {
  const prices = readQuote(error)?.price ?? []
  return prices.find((price) => price.currency === currency) ?? prices[0] ?? null
}

export function readQuote(error: unknown): Quote | null {
  return isRefusal(error, 'PRICE_CHANGED') ? ((error.details.quote as Quote | undefined) ?? null) : null
}
