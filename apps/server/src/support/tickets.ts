import type { InterfaceLanguage, Ticket, TicketThread } from '@playhub/contract'
import { type Db, transact } from '../platform/database/database.ts'
import type { Caller } from '../platform/http/api.ts'
import { Pages } from '../platform/http/json-pages.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Deps } from './deps.ts'
import { confirmationEmailJob, teamEmailJob } from './email-jobs.ts'
import { countMessage, countTicket } from './limits.ts'
import { isDuplicate, newMessage, newTicket, type TicketRequest, toThread, toTicket } from './ticket.ts'
import {
  findLastMessage,
  findOrInsertTicket,
  findPlayerTicket,
  insertMessage,
  listMessages,
  listMessagesByTickets,
  listTicketsByPlayer,
  reopenTicket,
  type TicketPage,
} from './ticket-store.ts'

type TicketForm = Pick<TicketRequest, 'playerId' | 'reason' | 'email' | 'message'> & { paymentId: string }
type Client = Pick<Caller, 'language' | 'ip'>

/**
 * Opens a ticket and emails it to the team, with a confirmation to the player. An equal request, even a concurrent one,
 * returns the same ticket until it is answered.
 * @returns  The ticket id.
 * @throws Refusal PAYMENT_NOT_FOUND for an order that is not the player's, TICKETS_TOO_MANY, UNAUTHORIZED
 */
export async function openTicket(deps: Deps, form: TicketForm, { language, ip }: Client): Promise<string> {
  const { db, clock, jobs } = deps
  const { playerId, paymentId, message } = form
  const order = paymentId === '' ? undefined : await deps.expectOrder(playerId, paymentId)
  const email = deps.canonicalEmail(form.email)
  const now = clock.now()
  const ticket = newTicket({ ...form, language, email }, order, now)
  return transact(db, async (tx) => {
    await deps.expectAccount(tx, playerId)
    const saved = await findOrInsertTicket(tx, ticket)
    if (saved.id !== ticket.id) return saved.id
    await countTicket(tx, clock, { playerId, email, network: ip })
    if (message !== '') await insertMessage(tx, newMessage(ticket.id, 'player', message, now))
    await jobs.enqueue(tx, teamEmailJob(ticket.id), confirmationEmailJob(ticket.id))
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
  return (await listTicketsByPlayer(db, playerId, page)).map((ticket) => toTicket(ticket, language))
}

/** @throws Refusal TICKET_NOT_FOUND, also for another player's ticket */
export async function ownTicket(
  { db }: Deps,
  playerId: string,
  id: string,
  language: InterfaceLanguage,
): Promise<TicketThread> {
  const ticket = await findPlayerTicket(db, playerId, id)
  if (!ticket) throw new Refusal('TICKET_NOT_FOUND')
  return toThread(ticket, await listMessages(db, id), language)
}

/**
 * Adds a player's message and reopens the ticket.
 * @throws Refusal TICKET_NOT_FOUND, TICKET_CLOSED, TICKETS_TOO_MANY
 */
export async function replyAsPlayer(
  deps: Deps,
  { playerId, ticketId, text }: { playerId: string; ticketId: string; text: string },
  { language, ip }: Client,
): Promise<TicketThread> {
  const { db, clock, jobs } = deps
  const now = clock.now()
  await ownTicket(deps, playerId, ticketId, language)
  await transact(db, async (tx) => {
    await deps.expectAccount(tx, playerId)
    if (!(await reopenTicket(tx, ticketId, now))) throw new Refusal('TICKET_CLOSED')
    const message = newMessage(ticketId, 'player', text, now)
    if (isDuplicate(await findLastMessage(tx, ticketId), message)) return
    await countMessage(tx, clock, { playerId, network: ip })
    await insertMessage(tx, message)
    await jobs.enqueue(tx, teamEmailJob(ticketId, message.id))
  })
  return ownTicket(deps, playerId, ticketId, language)
}

const exportedTicketsPerPage = 20

/** The player's tickets with all messages, for the data export. */
export function exportTickets(db: Db, playerId: string): Pages<TicketThread> {
  return new Pages(async function* () {
    for (let before: string | undefined; ; ) {
      const tickets = await listTicketsByPlayer(db, playerId, { before, limit: exportedTicketsPerPage })
      const messages = await listMessagesByTickets(
        db,
        tickets.map(({ id }) => id),
      )
      const byTicket = Map.groupBy(messages, ({ ticketId }) => ticketId)
      yield tickets.map((ticket) => toThread(ticket, byTicket.get(ticket.id) ?? [], ticket.language))
      if (tickets.length < exportedTicketsPerPage) return
      before = tickets.at(-1)?.id
    }
  })
}
