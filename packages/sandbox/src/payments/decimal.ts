/** An amount as both Russian providers write it: rubles and at most two digits of kopecks. */
export const DECIMAL = /^\d{1,12}(\.\d{1,2})?$/

/**
 * Parses a decimal amount exactly, without a float.
 * @param value    Major units ("199.9"), which must match {@link DECIMAL}.
 * @returns        Minor units (19990).
 */
export function parseDecimal(value: string): number {
  const [units = '', cents = ''] = value.split('.')
  return Number(units) * 100 + Number(cents.padEnd(2, '0'))
}

/** Formats 19990 as "199.90". */
export function formatDecimal(amountMinor: number): string {
  const digits = String(amountMinor).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
