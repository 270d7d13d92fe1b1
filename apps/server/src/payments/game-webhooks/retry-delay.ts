import { DAY_MS, SECOND_MS } from '../../platform/clock.ts'
import type { WebhookResponse } from '../../platform/outbound/guarded-request.ts'
import { retryDelayAfterMs } from '../records/schedules.ts'

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
  const delayMs = retryDelayAfterMs(attempt, random)
  return delayMs && Math.max(delayMs, parseRetryAfterMs(response?.retryAfter, now))
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
