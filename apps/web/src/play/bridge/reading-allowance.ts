import { createRateLimit, MAX_MESSAGES_PER_SECOND } from '@playhub/contract/bridge'

const SECOND_MS = 1_000
/** What a second's messages that were not worth reading may cost the hub's page. */
const MAX_WASTE_MS = 50
/** How much longer than its nonsense took a game is left unread: the page keeps nineteen parts of twenty for itself. */
const REST_PER_WASTE = 20

/**
 * Reads so many messages of a game a second. A message can be cheap to send and dear to unpack, so the time lost on those
 * that were not worth it is counted too; a game that speaks properly never feels it.
 * @returns a reader, whose argument reads one message and tells whether it was worth it.
 */
export function createReadingAllowance(now = () => performance.now()): (read: () => boolean) => void {
  const isWithinRate = createRateLimit(MAX_MESSAGES_PER_SECOND, now)
  let secondBeganAt = Number.NEGATIVE_INFINITY
  let restsUntil = Number.NEGATIVE_INFINITY
  let wasteMs = 0

  return (read) => {
    const startedAt = now()
    if (startedAt < restsUntil || !isWithinRate()) return
    if (startedAt - secondBeganAt >= SECOND_MS) {
      secondBeganAt = startedAt
      wasteMs = 0
    }
    if (read()) return
    wasteMs += now() - startedAt
    if (wasteMs > MAX_WASTE_MS) restsUntil = now() + wasteMs * REST_PER_WASTE
  }
}
