import { DAY_MS } from '../platform/clock.ts'
import type { TicketRow } from './tables.ts'

/** Time after closing in which the player's message opens a ticket again. Retention is longer. */
export const reopeningMs = 14 * DAY_MS

/** Null unless a message of the player opens the ticket again. The ticket was last updated when it was closed. */
export function getReopensUntil(
  { state, updatedAt }: Pick<TicketRow, 'state' | 'updatedAt'>,
  now: number,
): number | null {
  const until = updatedAt + reopeningMs
  return state === 'closed' && until >= now ? until : null
}
