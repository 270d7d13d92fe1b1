import type { RefundRow, RefundState } from './tables.ts'

/** True when a provider would refuse the refund because it, or the remainder, is too small. */
export function isBelowMinimum(amountMinor: number, refundableMinor: number, minMinor: number): boolean {
  const remainderMinor = refundableMinor - amountMinor
  return amountMinor < minMinor || (remainderMinor > 0 && remainderMinor < minMinor)
}

/** A succeeded refund may still fail when the buyer's bank rejects it. `failed` is final. */
export function canTransition(from: RefundState, to: RefundState): boolean {
  return from === 'pending' ? to !== 'pending' : from === 'succeeded' && to === 'failed'
}

/**
 * How much more the provider has refunded than our rows explain, because somebody used its dashboard. Our refunds in
 * flight count as known, since the provider's total may already include them.
 * @param before  Our refunds before the provider was asked. One that was valid then, or is now, may be in its total.
 */
export function unexplainedMinor(providerTotalMinor: number, before: RefundRow[], now: RefundRow[]): number {
  const mayBeIncluded = new Set([...before, ...now].filter(isAtProvider).map(({ id }) => id))
  const known = now.filter(({ id }) => mayBeIncluded.has(id))
  return providerTotalMinor - known.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
}

function isAtProvider({ state, sentAt }: RefundRow): boolean {
  return state !== 'failed' && sentAt !== null
}
