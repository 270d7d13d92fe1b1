/** Lines of fiscal receipts and carts, in minor units: they add up to the amount. */
import { type InterfaceLanguage, localText, type VatRate } from '@playhub/contract'
import type { FiscalLine, SoldItem } from './provider.ts'

/** A line of one receipt. `vat` is null for a payment that is one line, whose rate is that of its terms. */
type PaidLine = Omit<FiscalLine, 'vat'> & { vat: VatRate | null }

/** Splits the charge in proportion to the lines' weights, by largest remainder. */
export function splitCharge<Line extends { weight: number }>(
  amountMinor: number,
  lines: readonly Line[],
): (Omit<Line, 'weight'> & { amountMinor: number })[] {
  const weights = lines.map(({ weight }) => weight)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const shares = apportion(amountMinor, weights, (weight, share) => (amountMinor * weight) / total - share)
  return lines.map(({ weight: _, ...line }, index) => ({ ...line, amountMinor: shares[index] ?? 0 }))
}

/** Lines that a part of the charge pays for. A larger part pays no less for any line, so that refunds never return too much. */
export function listPaidLines({ id, title, fiscal }: SoldItem, amountMinor: number): PaidLine[] {
  const lines = fiscal?.lines
  if (!lines) return [{ itemId: id, title, quantity: 1, amountMinor, vat: null }]
  const amounts = lines.map((line) => line.amountMinor)
  const shares = apportion(amountMinor, amounts, (amount, share) => amount / (share + 1))
  return lines.flatMap((line, index) => withAmount(line, shares[index] ?? 0))
}

/** Lines that a refund returns. @param remainingMinor  Of the charge, after it. */
export function listReturnedLines(item: SoldItem, amountMinor: number, remainingMinor: number): PaidLine[] {
  const kept = new Map(
    listPaidLines(item, remainingMinor).map((line) => [line.itemId, line.amountMinor] as const),
  )
  return listPaidLines(item, remainingMinor + amountMinor).flatMap((line) =>
    withAmount(line, line.amountMinor - (kept.get(line.itemId) ?? 0)),
  )
}

/** "Hints × 2" */
export function nameLine({ title, quantity }: PaidLine, language: InterfaceLanguage, limit: number): string {
  const units = quantity === 1 ? '' : ` × ${quantity}`
  return localText(title, language).slice(0, limit - units.length) + units
}

/** Receipts have no lines of nothing. */
const withAmount = <Line extends PaidLine>(line: Line, amountMinor: number): Line[] =>
  amountMinor > 0 ? [{ ...line, amountMinor }] : []

/** @param rank  The highest one gets the next minor unit that the rounded down shares have left. */
function apportion(
  total: number,
  weights: readonly number[],
  rank: (weight: number, share: number) => number,
): number[] {
  const sum = BigInt(weights.reduce((all, weight) => all + weight, 0))
  const shares = weights.map((weight) => Number((BigInt(total) * BigInt(weight)) / sum))
  for (let left = total - shares.reduce((all, share) => all + share, 0); left > 0; left -= 1) {
    const ranks = weights.map((weight, index) => rank(weight, shares[index] ?? 0))
    const next = ranks.indexOf(Math.max(...ranks))
    shares[next] = (shares[next] ?? 0) + 1
  }
  return shares
}
