/** Operator commands on tickets. */
import { type Db, transact } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Deps } from './deps.ts'
import { answerEmailJob } from './email-jobs.ts'
import type { TicketMessageRow, TicketRow } from './tables.ts'
import { isDuplicate, newMessage } from './ticket.ts'
import {
  closeOpenTicket,
  findLastMessage,
  findTicket,
  insertMessage,
  listMessages,
  markAnswered,
} from './ticket-store.ts'

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
 * Answers the player on the ticket's page and by email. Repeating the previous answer has no effect.
 * @throws Refusal TICKET_NOT_FOUND, TICKET_CLOSED
 */
export async function replyAsSupport(
  { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  id: string,
  text: string,
): Promise<void> {
  await readTicket(db, id)
  await transact(db, async (tx) => {
    if (!(await markAnswered(tx, id, clock.now()))) throw new Refusal('TICKET_CLOSED')
    const message = newMessage(id, 'support', text, clock.now())
    if (isDuplicate(await findLastMessage(tx, id), message)) return
    await insertMessage(tx, message)
    await jobs.enqueue(tx, answerEmailJob(message.id))
  })
}

/** A closed ticket accepts no more messages. Idempotent. @throws Refusal TICKET_NOT_FOUND */
export async function closeTicket({ db, clock }: Pick<Deps, 'db' | 'clock'>, id: string): Promise<void> {
  if (!(await closeOpenTicket(db, id, clock.now()))) await readTicket(db, id)
}
