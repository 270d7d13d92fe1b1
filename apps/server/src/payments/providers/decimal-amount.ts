/** YooKassa and Yandex Pay amounts ("199.90"), which have two decimals in every currency. */

const decimalAmount = /^(\d{1,12})(?:\.(\d{1,2}))?$/

/**
 * Parses a decimal amount exactly, without a float.
 * @param value  Major units ("199.90").
 * @returns      Minor units (19990).
 * @throws RangeError on a sign, an exponent or more than two decimals
 */
export function parseDecimalAmount(value: string): number {
  const [, units, cents = ''] = decimalAmount.exec(value) ?? []
  if (units === undefined) throw new RangeError(`"${value}" is not a decimal amount`)
  return Number(units) * 100 + Number(cents.padEnd(2, '0'))
}

/** @param amountMinor  Non-negative integer (19990 → "199.90"). */
export function formatDecimalAmount(amountMinor: number): string {
  if (!Number.isSafeInteger(amountMinor) || amountMinor < 0)
    throw new RangeError(`${amountMinor} is not an amount`)
  const digits = String(amountMinor).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
