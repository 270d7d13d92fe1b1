/** How both Russian providers write sums: rubles, a dot and at most two digits of kopecks. */
export const DECIMAL = /^\d{1,12}(\.\d{1,2})?$/

/** "199.9" → 19990, without passing through a float. @param value  must fit {@link DECIMAL} */
export function minorOf(value: string): number {
  const [units = '', cents = ''] = value.split('.')
  return Number(units) * 100 + Number(cents.padEnd(2, '0'))
}

/** 19990 → "199.90" */
export function decimalOf(amountMinor: number): string {
  const digits = String(amountMinor).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
