export const currencies = ['RUB', 'USD'] as const
export type Currency = (typeof currencies)[number]

/** An amount of money. `amountMinor` is an integer number of kopecks or cents. */
export type Money = { amountMinor: number; currency: Currency }

/** Minor units per major unit, the same for every supported currency. */
const minorPerMajor = 100

/** Converts to major units for display and for the JSON fields that the specification calls `price` (19990 → 199.9). */
export function toMajorUnits(money: Money): number {
  return money.amountMinor / minorPerMajor
}

/**
 * Formats an amount for display: "199 ₽", "$2.49". Whole amounts have no decimals.
 * @param language  Determines grouping, the decimal separator and the position of the symbol.
 */
export function formatMoney(money: Money, language: string): string {
  const isWhole = money.amountMinor % minorPerMajor === 0
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency: money.currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: isWhole ? 0 : 2,
    maximumFractionDigits: 2,
  }).format(toMajorUnits(money))
}
