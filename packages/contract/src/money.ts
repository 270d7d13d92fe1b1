export const currencies = ['RUB', 'USD'] as const
export type Currency = (typeof currencies)[number]

/** A sum of money. `amountMinor` counts kopecks or cents: always a whole number, never a float of roubles. */
export type Money = { amountMinor: number; currency: Currency }

/** Minor units in one major unit of every currency we sell in. */
const minorPerMajor = 100

/** Major units for display and for JSON fields that the specification names `price` (19990 → 199.9). */
export function toMajorUnits(money: Money): number {
  return money.amountMinor / minorPerMajor
}

/**
 * A price as a player reads it: "199 ₽", "$2.49". Whole sums drop their empty decimals.
 * @param language  Decides grouping, the decimal mark and where the sign stands.
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
