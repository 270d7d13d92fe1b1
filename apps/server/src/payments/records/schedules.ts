/** When the hub polls providers, in case an event is lost, and when it tries again. */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../platform/clock.ts'
import type { AttemptRow, RefundRow } from './tables.ts'

/** Age at which an open attempt is cancelled at the provider. */
export const abandonedAfterMs = DAY_MS

/** Longest time for an order to stay pending without an attempt. */
export const idleAfterMs = 30 * MINUTE_MS

/** A refund pending for this long is reported to the operator. */
export const stuckAfterMs = 3 * DAY_MS

/**
 * Time in which a request may be repeated under its idempotency key. Stripe and YooKassa may forget a key after a day;
 * a later repetition would make another payment or refund.
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
  refund: Pick<RefundRow, 'state' | 'createdAt' | 'settledAt' | 'confirmedAt'>,
  now: number,
): number | null {
  const { state, settledAt } = refund
  if (state === 'failed') return null
  const ageMs = now - (refund.confirmedAt ?? refund.createdAt)
  if (state === 'pending') return now + Math.min(maxRefundCheckMs, Math.max(minRefundCheckMs, ageMs))
  return checksAfterSuccessMs.map((waitMs) => (settledAt ?? now) + waitMs).find((at) => at > now) ?? null
}

const totalsChecksAfterMs = [DAY_MS, 7 * DAY_MS, 30 * DAY_MS, 90 * DAY_MS]

/** Next comparison of a charge with the provider's totals, in case an event was lost; null after the last one. */
export function nextTotalsCheckAt(paidAt: number, now: number): number | null {
  return totalsChecksAfterMs.map((waitMs) => paidAt + waitMs).find((at) => at > now) ?? null
}

/** Delays before the first, second, … try of a webhook or a closing receipt: about three days in total. */
const triesAfterMs = [
  0,
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
]
const jitter = 0.1

/**
 * Delay after `attempt` failed tries; null after the last one.
 * @param random  0 to 1, jitter: tries at a recovering server should not arrive all at once.
 */
export function retryDelayAfterMs(attempt: number, random: number): number | null {
  const delayMs = triesAfterMs[attempt]
  return delayMs === undefined ? null : Math.round(delayMs * (1 + jitter * random))
}
