import { DAY_MS, HOUR_MS, SECOND_MS } from '../../platform/clock.ts'
import type { DisputeRow, RefundRow, RefundState } from './refund-tables.ts'

/** What an order's money comes to, once refunds and disputes are counted. */
export type Sums = {
  /** What went back for good; a lost dispute took it too. Never more than was paid. */
  refundedMinor: number
  /** What may still be returned: nothing that is on its way or in dispute. */
  leftMinor: number
  standing: Standing
}

/** What a purchase that nobody has used may be: `frozen` while all its money is on its way back, or is disputed. */
export type Standing = 'granted' | 'frozen' | 'revoked'

type Counted<State> = { amountMinor: number; state: State }

export function sumsOf(
  paidMinor: number,
  refunds: Counted<RefundState>[],
  disputes: Counted<DisputeRow['state']>[],
): Sums {
  const succeeded = sumIn(refunds, 'succeeded')
  const lost = sumIn(disputes, 'lost')
  const refundedMinor = Math.min(paidMinor, succeeded + lost)
  const pending = sumIn(refunds, 'pending')
  const disputed = sumIn(disputes, 'open')
  const leftMinor = Math.max(0, paidMinor - refundedMinor - pending - disputed)
  const isRevoked = refundedMinor === paidMinor || lost > 0
  const isFrozen = disputed > 0 || refundedMinor + pending >= paidMinor
  return { refundedMinor, leftMinor, standing: isRevoked ? 'revoked' : isFrozen ? 'frozen' : 'granted' }
}

/** Whether a company would refuse it: the part is too small, or it leaves a rest that is. */
export function isTooSmall(amountMinor: number, leftMinor: number, smallestMinor: number): boolean {
  const restMinor = leftMinor - amountMinor
  return amountMinor < smallestMinor || (restMinor > 0 && restMinor < smallestMinor)
}

function sumIn<State>(rows: Counted<State>[], state: State): number {
  return rows.filter((row) => row.state === state).reduce((sum, { amountMinor }) => sum + amountMinor, 0)
}

/** A refund that has gone through may still come back: the buyer's bank did not take it. Nothing leaves `failed`. */
export function mayBecome(from: RefundState, to: RefundState): boolean {
  return from === 'pending' ? to !== 'pending' : from === 'succeeded' && to === 'failed'
}

/**
 * What a provider has returned beyond what we know of: somebody did it at the provider's own desk. A refund that is on
 * its way may be in the provider's sum already, so it counts as known.
 * @param before  Our refunds when the provider was about to be asked. One that was good then, or is now, may be in its sum.
 */
export function unknownMinor(toldMinor: number, before: RefundRow[], now: RefundRow[]): number {
  const couldBeTold = new Set([...before, ...now].filter(isAtProvider).map(({ id }) => id))
  const known = now.filter(({ id }) => couldBeTold.has(id))
  return toldMinor - known.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
}

function isAtProvider({ state, askedAt }: RefundRow): boolean {
  return state !== 'failed' && askedAt !== null
}

/** What has been returned of a charge, as far as we know. */
export function returnedMinor(refunds: Counted<RefundState>[]): number {
  return sumIn(refunds, 'succeeded')
}

const firstWaitMs = 5 * SECOND_MS
const longestWaitMs = 6 * HOUR_MS
const secondThoughtsMs = [HOUR_MS, DAY_MS, 3 * DAY_MS]

/**
 * When to ask the provider again, or null when there is nothing more to ask. A pending refund is asked about after as
 * long again as it is old, and every six hours in the end; one that has gone through is looked at three more times.
 */
export function nextLookAt(
  { state, createdAt, settledAt }: Pick<RefundRow, 'state' | 'createdAt' | 'settledAt'>,
  now: number,
): number | null {
  if (state === 'failed') return null
  if (state === 'pending') return now + Math.min(longestWaitMs, Math.max(firstWaitMs, now - createdAt))
  return secondThoughtsMs.map((wait) => (settledAt ?? now) + wait).find((at) => at > now) ?? null
}

/** A pending refund this old is worth an operator's look. */
export const stuckAfterMs = 3 * DAY_MS

const auditsAfterMs = [DAY_MS, 7 * DAY_MS, 30 * DAY_MS, 90 * DAY_MS]

/** When to compare a charge with the provider's books again, in case that nobody told us of a refund. */
export function nextAuditAt(paidAt: number, now: number): number | null {
  return auditsAfterMs.map((wait) => paidAt + wait).find((at) => at > now) ?? null
}
