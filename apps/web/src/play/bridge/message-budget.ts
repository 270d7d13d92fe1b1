import { createRateLimit, MAX_MESSAGES_PER_SECOND } from '@playhub/contract/bridge'

const SECOND_MS = 1_000
/** How long the hub's page may spend on invalid messages per second. */
const MAX_WASTED_MS = 50
/** The pause after too many invalid messages, as a multiple of the wasted time: the page keeps 95 % of its time. */
const PAUSE_FACTOR = 20

/**
 * Limits how much a game's messages may cost the page: their number per second, and the time spent on invalid ones,
 * because a message that is cheap to send can be expensive to deserialise.
 * @returns A wrapper for a function that reads one message and returns whether it was valid.
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
