import { type Clock, HOUR_MS, secondsUntil } from '../platform/clock.ts'
import type { Tx } from '../platform/database/database.ts'
import { hashEmail, incrementCounter } from '../platform/limits/counter-store.ts'
import { toIpGroup } from '../platform/limits/ip-group.ts'
import { Refusal } from '../platform/refusal.ts'

/** Limits per hour. Many players share a network; the limit per email prevents flooding somebody else's mailbox. */
const maxTicketsPerPlayer = 5
const maxMessagesPerPlayer = 20
const maxEmailsPerRecipient = 5
const maxRequestsFromNetwork = 100

type Limit = readonly [counter: string, max: number]

/**
 * Counts a new ticket. A refusal rolls the transaction back, so a counter stays at its limit until its hour ends.
 * @throws Refusal TICKETS_TOO_MANY with `retryInSeconds`
 */
export function countTicket(
  tx: Tx,
  clock: Clock,
  { playerId, email, network }: { playerId: string; email: string; network: string | undefined },
): Promise<void> {
  return incrementAll(tx, clock, [
    [`tickets of ${playerId}`, maxTicketsPerPlayer],
    [`support emails to ${hashEmail(email)}`, maxEmailsPerRecipient],
    ...limitNetwork(network),
  ])
}

/** Counts a player's reply. @throws Refusal TICKETS_TOO_MANY with `retryInSeconds` */
export function countMessage(
  tx: Tx,
  clock: Clock,
  { playerId, network }: { playerId: string; network: string | undefined },
): Promise<void> {
  return incrementAll(tx, clock, [
    [`ticket messages of ${playerId}`, maxMessagesPerPlayer],
    ...limitNetwork(network),
  ])
}

/** Mail has no network that would be the player's. */
const limitNetwork = (network: string | undefined): Limit[] =>
  network === undefined ? [] : [[`support from ${toIpGroup(network)}`, maxRequestsFromNetwork]]

/** Sequential and in a fixed order, so concurrent transactions cannot deadlock. */
async function incrementAll(tx: Tx, clock: Clock, limits: Limit[]): Promise<void> {
  const now = clock.now()
  for (const [counter, max] of limits) {
    const { count, since } = await incrementCounter(tx, counter, now, now - HOUR_MS)
    if (count <= max) continue
    const retryInSeconds = secondsUntil(since + HOUR_MS, now)
    throw new Refusal('TICKETS_TOO_MANY', { retryInSeconds })
  }
}
