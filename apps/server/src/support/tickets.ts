import type { InterfaceLanguage, Ticket, TicketThread } from '@playhub/contract'
import { transact } from '../platform/database/database.ts'
import type { Caller } from '../platform/http/api.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Deps } from './deps.ts'
import { confirmJob, tellTeamJob } from './email-jobs.ts'
import { admitMessage, admitTicket } from './limits.ts'
import { isRepeated, newMessage, newTicket, type TicketWish, toThread, toTicket } from './ticket.ts'
import {
  fileTicket,
  findLastMessage,
  findTicketOf,
  handToSupport,
  insertMessage,
  listMessages,
  listTicketsOf,
  type TicketPage,
} from './ticket-store.ts'

type Asked = Pick<TicketWish, 'playerId' | 'reason' | 'email' | 'message'> & { paymentId: string }
type From = Pick<Caller, 'language' | 'ip'>

/**
 * Opens a ticket, tells the team and confirms to the player. Asked the same while it waits for an answer, even at the
 * same moment, it is the same ticket.
 * @returns  its id
 * @throws Refusal PAYMENT_NOT_FOUND for an order that is not the player's, TICKETS_TOO_MANY, UNAUTHORIZED
 */
export async function openTicket(deps: Deps, asked: Asked, { language, ip }: From): Promise<string> {
  const { db, clock, jobs } = deps
  const { playerId, paymentId, message } = asked
  const order = paymentId === '' ? undefined : await deps.orderOf(playerId, paymentId)
  const email = deps.canonicalEmail(asked.email)
  const now = clock.now()
  const ticket = newTicket({ ...asked, language, email }, order, now)
  return transact(db, async (tx) => {
    await deps.expectAccount(tx, playerId)
    const filed = await fileTicket(tx, ticket)
    if (filed.id !== ticket.id) return filed.id
    await admitTicket(tx, clock, { playerId, email, network: ip })
    if (message !== '') await insertMessage(tx, newMessage(ticket.id, 'player', message, now))
    await jobs.enqueue(tx, tellTeamJob(ticket.id), confirmJob(ticket.id))
    return ticket.id
  })
}

/** Newest first. */
export async function ownTickets(
  { db }: Deps,
  playerId: string,
  page: TicketPage,
  language: InterfaceLanguage,
): Promise<Ticket[]> {
  return (await listTicketsOf(db, playerId, page)).map((ticket) => toTicket(ticket, language))
}

/** @throws Refusal TICKET_NOT_FOUND, also for another player's: its existence is nobody else's business. */
export async function ownTicket(
  { db }: Deps,
  playerId: string,
  id: string,
  language: InterfaceLanguage,
): Promise<TicketThread> {
  const ticket = await findTicketOf(db, playerId, id)
  if (!ticket) throw new Refusal('TICKET_NOT_FOUND')
  return toThread(ticket, await listMessages(db, id), language)
}

/**
 * Adds what a player has to say, and hands the ticket back to support.
 * @throws Refusal TICKET_NOT_FOUND, TICKET_CLOSED, TICKETS_TOO_MANY
 */
export async function writeAsPlayer(
  deps: Deps,
  { playerId, ticketId, text }: { playerId: string; ticketId: string; text: string },
  { language, ip }: From,
): Promise<TicketThread> {
  const { db, clock, jobs } = deps
  const now = clock.now()
  await ownTicket(deps, playerId, ticketId, language)
  await transact(db, async (tx) => {
    await deps.expectAccount(tx, playerId)
    if (!(await handToSupport(tx, ticketId, now))) throw new Refusal('TICKET_CLOSED')
    const message = newMessage(ticketId, 'player', text, now)
    if (isRepeated(await findLastMessage(tx, ticketId), message)) return
    await admitMessage(tx, clock, { playerId, network: ip })
    await insertMessage(tx, message)
    await jobs.enqueue(tx, tellTeamJob(ticketId, message.id))
  })
  return ownTicket(deps, playerId, ticketId, language)
}
