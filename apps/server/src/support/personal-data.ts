import type { Db } from '../platform/database/database.ts'
import { toThread } from './ticket.ts'
import { listMessagesOf, listTicketsOf } from './ticket-store.ts'

/** What a player has asked support, and what was answered; for the player. */
export async function personalData(db: Db, playerId: string): Promise<Record<string, unknown>> {
  const [tickets, messages] = await Promise.all([listTicketsOf(db, playerId), listMessagesOf(db, playerId)])
  const written = Map.groupBy(messages, ({ ticketId }) => ticketId)
  return {
    tickets: tickets.map((ticket) => toThread(ticket, written.get(ticket.id) ?? [], ticket.language)),
  }
}
