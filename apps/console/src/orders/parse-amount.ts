/**
 * Parses a typed amount: "1.49", "1,5", "1 200".
 * @returns minor units, or null unless it is a positive amount with two decimals at most.
 */
export function parseAmount(text: string): number | null {
  const [, whole = '', decimals = ''] = /^(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(text.replace(/\s/g, '')) ?? []
  const amountMinor = Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
  return amountMinor > 0 ? amountMinor : null
}

/** "1.49", "1,49": an amount as a person would type it. */
export function formatTypedAmount(amountMinor: number, language: string): string {
  const digits = amountMinor % 100 === 0 ? 0 : 2
  return new Intl.NumberFormat(language, {
    useGrouping: false,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amountMinor / 100)
}
