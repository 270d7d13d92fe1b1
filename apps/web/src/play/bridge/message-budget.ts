import { createRateLimit, MAX_MESSAGES_PER_SECOND } from '@playhub/contract/bridge'

const SECOND_MS = 1_000
/** Time for invalid messages per second. */
const MAX_WASTED_MS = 50
/** The pause after too many invalid messages, as a multiple of the wasted time: the page keeps 95 % of its time. */
const PAUSE_FACTOR = 20

/**
 * Limits the cost of a game's messages to the page: their number per second, and the time spent on invalid ones,
 * because a message cheap to send can be expensive to deserialise.
 * @returns A wrapper for a reader of one message, which returns whether it was valid.
 */
export function createMessageBudget(now = () => performance.now()): (read: () => boolean) => void {
  const isWithinRate = createRateLimit(MAX_MESSAGES_PER_SECOND, now)
  let secondStartedAt = Number.NEGATIVE_INFINITY
  let pausedUntil = Number.NEGATIVE_INFINITY
  let wastedMs = 0

  return (read) => {
    const startedAt = now()
    if (startedAt < pausedUntil || !isWithinRate()) return
    if (startedAt - secondStartedAt >= SECOND_MS) {
      secondStartedAt = startedAt
      wastedMs = 0
    }
    if (read()) return
    wastedMs += now() - startedAt
    if (wastedMs > MAX_WASTED_MS) pausedUntil = now() + wastedMs * PAUSE_FACTOR
  }
}
