import type { InterfaceLanguage, Ticket, TicketThread } from '@playhub/contract'
import { type Tx, transact } from '../platform/database/database.ts'
import type { Caller } from '../platform/http/api.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Deps } from './deps.ts'
import { confirmationEmailJob, teamEmailJob } from './email-jobs.ts'
import { countMessage, countTicket } from './limits.ts'
import { getReopensUntil, reopeningMs } from './reopening.ts'
import { isDuplicate, newMessage, newTicket, type TicketRequest, toThread, toTicket } from './ticket.ts'
import {
  findLastMessage,
  findOrInsertTicket,
  findPlayerTicket,
  insertMessage,
  listMessages,
  listTicketsByPlayer,
  reopenClosedTicket,
  reopenTicket,
  type TicketPage,
} from './ticket-store.ts'

type TicketForm = Pick<TicketRequest, 'playerId' | 'reason' | 'email' | 'message'> & { paymentId: string }
type Client = Pick<Caller, 'language'> & {
  /** Undefined for mail. */
  ip?: string
  /** Also part of the transaction, after the message is stored; an error undoes it all. */
  alsoStore?: (tx: Tx, ticketId: string) => Promise<void>
}

/**
 * Opens a ticket and emails it to the team, with a confirmation to the player. An equal request, even a concurrent one,
 * returns the same ticket until it is answered.
 * @returns  The ticket id.
 * @throws Refusal PAYMENT_NOT_FOUND for another player's order, TICKETS_TOO_MANY, UNAUTHORIZED
 */
export async function openTicket(
  deps: Deps,
  form: TicketForm,
  { language, ip, alsoStore }: Client,
): Promise<string> {
  const { db, clock, jobs } = deps
  const { playerId, paymentId, message } = form
  const order = paymentId === '' ? undefined : await deps.expectOrder(playerId, paymentId)
  const email = deps.canonicalEmail(form.email)
  const now = clock.now()
  const ticket = newTicket({ ...form, language, email }, order, now)
  return transact(db, async (tx) => {
    await deps.expectAccount(tx, playerId)
    const saved = await findOrInsertTicket(tx, ticket)
    if (saved.id !== ticket.id) {
      await alsoStore?.(tx, saved.id)
      return saved.id
    }
    await countTicket(tx, clock, { playerId, email, network: ip })
    if (message !== '') await insertMessage(tx, newMessage(ticket.id, 'player', message, now))
    await alsoStore?.(tx, ticket.id)
    await jobs.enqueue(tx, teamEmailJob(ticket.id), confirmationEmailJob(ticket.id))
    return ticket.id
  })
}

/** Newest first. */
export async function ownTickets(
  { db, clock }: Deps,
  playerId: string,
  page: TicketPage,
  language: InterfaceLanguage,
): Promise<Ticket[]> {
  return (await listTicketsByPlayer(db, playerId, page)).map((ticket) => ({
    ...toTicket(ticket, language),
    reopensUntil: getReopensUntil(ticket, clock.now()),
  }))
}

/** @throws Refusal TICKET_NOT_FOUND, also for another player's ticket */
export async function ownTicket(
  { db, clock }: Deps,
  playerId: string,
  id: string,
  language: InterfaceLanguage,
): Promise<TicketThread> {
  const ticket = await findPlayerTicket(db, playerId, id)
  if (!ticket) throw new Refusal('TICKET_NOT_FOUND')
  const thread = toThread(ticket, await listMessages(db, id), language)
  return { ...thread, reopensUntil: getReopensUntil(ticket, clock.now()) }
}

/**
 * Adds a player's message and reopens the ticket, also one that was closed in the last 14 days.
 * @throws Refusal TICKET_NOT_FOUND, TICKET_CLOSED, TICKETS_TOO_MANY
 */
export async function replyAsPlayer(
  deps: Deps,
  { playerId, ticketId, text }: { playerId: string; ticketId: string; text: string },
  { language, ip, alsoStore }: Client,
): Promise<TicketThread> {
  const { db, clock, jobs } = deps
  const now = clock.now()
  await ownTicket(deps, playerId, ticketId, language)
  await transact(db, async (tx) => {
    await deps.expectAccount(tx, playerId)
    const isOpen = (await reopenTicket(tx, ticketId, now)) !== undefined
    const closedAfter = now - reopeningMs
    if (!isOpen && !(await reopenClosedTicket(tx, ticketId, { now, closedAfter })))
      throw new Refusal('TICKET_CLOSED')
    const message = newMessage(ticketId, 'player', text, now)
    if (isOpen && isDuplicate(await findLastMessage(tx, ticketId), message)) return alsoStore?.(tx, ticketId)
    await countMessage(tx, clock, { playerId, network: ip })
    await insertMessage(tx, message)
    await alsoStore?.(tx, ticketId)
    await jobs.enqueue(tx, teamEmailJob(ticketId, message.id))
  })
  return ownTicket(deps, playerId, ticketId, language)
}
