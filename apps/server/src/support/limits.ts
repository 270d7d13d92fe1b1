import { type Clock, HOUR_MS, SECOND_MS } from '../platform/clock.ts'
import type { Tx } from '../platform/database/database.ts'
import { addressGroup } from '../platform/limits/address-group.ts'
import { incrementCounter } from '../platform/limits/counter-store.ts'
import { Refusal } from '../platform/refusal.ts'

/** In an hour. Many players share a network, and nobody's mailbox is to be filled by a stranger who names it. */
const ticketsOfPlayer = 5
const messagesOfPlayer = 20
const lettersToMailbox = 5
const everythingFromNetwork = 100

type Count = readonly [subject: string, atMost: number]

/**
 * Counts a new ticket. What is refused is rolled back with its count, so a count stands at its limit until its hour ends.
 * @throws Refusal TICKETS_TOO_MANY with `retryInSeconds`
 */
export function admitTicket(
  tx: Tx,
  clock: Clock,
  { playerId, email, network }: { playerId: string; email: string; network: string },
): Promise<void> {
  return admit(tx, clock, [
    [`tickets of ${playerId}`, ticketsOfPlayer],
    [`support letters to ${email}`, lettersToMailbox],
    [`support from ${addressGroup(network)}`, everythingFromNetwork],
  ])
}

/** Counts a player's answer in a ticket. @throws Refusal TICKETS_TOO_MANY with `retryInSeconds` */
export function admitMessage(
  tx: Tx,
  clock: Clock,
  { playerId, network }: { playerId: string; network: string },
): Promise<void> {
  return admit(tx, clock, [
    [`ticket messages of ${playerId}`, messagesOfPlayer],
    [`support from ${addressGroup(network)}`, everythingFromNetwork],
  ])
}

/** One after the other and always in this order, so that two transactions never wait for each other. */
async function admit(tx: Tx, clock: Clock, counts: Count[]): Promise<void> {
  const now = clock.now()
  for (const [subject, atMost] of counts) {
    const { count, since } = await incrementCounter(tx, subject, now, now - HOUR_MS)
    if (count <= atMost) continue
    const retryInSeconds = Math.ceil((since + HOUR_MS - now) / SECOND_MS)
    throw new Refusal('TICKETS_TOO_MANY', { retryInSeconds })
  }
}
