export const currencies = ['RUB', 'USD'] as const
export type Currency = (typeof currencies)[number]
export const isCurrency = (word: unknown): word is Currency => currencies.some((one) => one === word)

/** An amount of money. `amountMinor` is an integer number of kopecks or cents. */
export type Money = { amountMinor: number; currency: Currency }

/** Minor units per major unit, the same for every supported currency. */
export const minorPerMajor = 100

/** Converts to major units for display and for the specification's JSON fields `price` (19990 → 199.9). */
export function toMajorUnits(money: Money): number {
  return money.amountMinor / minorPerMajor
}

/**
 * Formats an amount for display: "199 ₽", "$2.49". Whole amounts have no decimals.
 * @param language  Determines grouping, the decimal separator and the position of the symbol.
 */
export function formatMoney(money: Money, language: string): string {
  const isWhole = money.amountMinor % minorPerMajor === 0
  return getFormat(language, money.currency, isWhole ? 0 : 2).format(toMajorUnits(money))
}

/** Kept, because to create one takes longer than to format a hundred amounts. */
const formats = new Map<string, Intl.NumberFormat>()

function getFormat(language: string, currency: Currency, minimumFractionDigits: number): Intl.NumberFormat {
  const key = `${language} ${currency} ${minimumFractionDigits}`
  let format = formats.get(key)
  if (!format) {
    const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const
    format = new Intl.NumberFormat(language, { ...style, minimumFractionDigits, maximumFractionDigits: 2 })
    formats.set(key, format)
  }
  return format
}
