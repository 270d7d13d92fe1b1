/** What an operator does at the desk of support, from the command line. */
import type { TicketState } from '@playhub/contract'
import { type Db, transact } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Deps } from './deps.ts'
import { answerJob } from './email-jobs.ts'
import type { TicketMessageRow, TicketRow } from './tables.ts'
import { isRepeated, newMessage } from './ticket.ts'
import {
  findLastMessage,
  findTicket,
  handToPlayer,
  insertMessage,
  listMessages,
  listTicketsIn,
  shutTicket,
} from './ticket-store.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'jobs'>

/** Those that have stood longest come first. */
export function ticketsIn(db: Db, states: TicketState[], limit: number): Promise<TicketRow[]> {
  return listTicketsIn(db, states, limit)
}

/** @throws Refusal TICKET_NOT_FOUND */
export async function readTicket(
  db: Db,
  id: string,
): Promise<{ ticket: TicketRow; messages: TicketMessageRow[] }> {
  const ticket = await findTicket(db, id)
  if (!ticket) throw new Refusal('TICKET_NOT_FOUND')
  return { ticket, messages: await listMessages(db, id) }
}

/**
 * Writes to the player, on the ticket's page and by mail. The same words twice in a row are one answer.
 * @throws Refusal TICKET_NOT_FOUND, TICKET_CLOSED
 */
export async function writeAsSupport({ db, clock, jobs }: Needs, id: string, text: string): Promise<void> {
  await readTicket(db, id)
  await transact(db, async (tx) => {
    if (!(await handToPlayer(tx, id, clock.now()))) throw new Refusal('TICKET_CLOSED')
    const message = newMessage(id, 'support', text, clock.now())
    if (isRepeated(await findLastMessage(tx, id), message)) return
    await insertMessage(tx, message)
    await jobs.enqueue(tx, answerJob(message.id))
  })
}

/** Takes no more messages. Safe to repeat. @throws Refusal TICKET_NOT_FOUND */
export async function closeTicket({ db, clock }: Pick<Needs, 'db' | 'clock'>, id: string): Promise<void> {
  if (!(await shutTicket(db, id, clock.now()))) await readTicket(db, id)
}
