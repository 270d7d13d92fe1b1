import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../platform/clock.ts'
import type { WebhookResponse } from '../../platform/outbound/guarded-request.ts'

/** Delays before the first, second, … delivery: about three days in total. */
const delaysMs = [
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
const gone = 410
const maxRetryAfterMs = DAY_MS

/**
 * Backoff after a failed delivery; null when retries are exhausted or the server responded 410. `Retry-After` can
 * extend the delay but never shorten it.
 * @param response  Undefined when there was none.
 */
export function nextRetryDelayMs(
  response: Pick<WebhookResponse, 'status' | 'retryAfter'> | undefined,
  { attempt, random, now }: { attempt: number; random: number; now: number },
): number | null {
  if (response?.status === gone) return null
  const delayMs = retryDelayAfter(attempt, random)
  return delayMs && Math.max(delayMs, parseRetryAfterMs(response?.retryAfter, now))
}

/**
 * Delay after `attempt` failed deliveries; null when that was the last one.
 * @param random  0 to 1, jitter: retries to a server that was down should not arrive all at once.
 */
function retryDelayAfter(attempt: number, random: number): number | null {
  const delayMs = delaysMs[attempt]
  return delayMs === undefined ? null : Math.round(delayMs * (1 + jitter * random))
}

/**
 * Parses a `Retry-After` header into milliseconds, at most a day; 0 when it is malformed or in the past.
 * @see https://www.rfc-editor.org/rfc/rfc9110#field.retry-after
 */
function parseRetryAfterMs(retryAfter: string | undefined, now: number): number {
  if (retryAfter === undefined) return 0
  const delayMs = /^\d+$/.test(retryAfter) ? Number(retryAfter) * SECOND_MS : Date.parse(retryAfter) - now
  return Number.isNaN(delayMs) ? 0 : Math.min(maxRetryAfterMs, Math.max(0, delayMs))
}
