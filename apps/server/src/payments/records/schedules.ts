/** When the hub polls providers, in case an event is lost. */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../platform/clock.ts'
import type { AttemptRow, RefundRow } from './tables.ts'

/** Age at which an open attempt is cancelled at the provider. */
export const abandonedAfterMs = DAY_MS

/** How long an order may stay pending without an attempt. */
export const idleAfterMs = 30 * MINUTE_MS

/** A refund pending for this long is reported to the operator. */
export const stuckAfterMs = 3 * DAY_MS

/**
 * How long a request may be repeated under its idempotency key. Stripe and YooKassa may forget a key after a day; a
 * later repetition would make another payment or refund.
 */
export const keyLifetimeMs = DAY_MS - HOUR_MS

/** Next check for an open attempt: every 3 minutes in the first hour, then hourly. */
export function nextCheckAt(attempt: Pick<AttemptRow, 'createdAt'>, now: number): number {
  return now + (now - attempt.createdAt < HOUR_MS ? 3 * MINUTE_MS : HOUR_MS)
}

const minRefundCheckMs = 5 * SECOND_MS
const maxRefundCheckMs = 6 * HOUR_MS
const checksAfterSuccessMs = [HOUR_MS, DAY_MS, 3 * DAY_MS]

/**
 * Next refund check; null when none is needed. While pending, the wait equals the refund's age, between 5 seconds and 6
 * hours. After success it is checked three more times, because it can still bounce.
 */
export function nextRefundCheckAt(
  { state, createdAt, settledAt }: Pick<RefundRow, 'state' | 'createdAt' | 'settledAt'>,
  now: number,
): number | null {
  if (state === 'failed') return null
  if (state === 'pending')
    return now + Math.min(maxRefundCheckMs, Math.max(minRefundCheckMs, now - createdAt))
  return checksAfterSuccessMs.map((waitMs) => (settledAt ?? now) + waitMs).find((at) => at > now) ?? null
}

const totalsChecksAfterMs = [DAY_MS, 7 * DAY_MS, 30 * DAY_MS, 90 * DAY_MS]

/** Next check that a charge matches the provider's totals, in case an event was lost; null after the last one. */
export function nextTotalsCheckAt(paidAt: number, now: number): number | null {
  return totalsChecksAfterMs.map((waitMs) => paidAt + waitMs).find((at) => at > now) ?? null
}
