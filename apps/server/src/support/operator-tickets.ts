/** Operator commands on tickets. */
import { type Operation, recordOperation } from '../platform/audit-log.ts'
import { type Db, transact } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Deps } from './deps.ts'
import { answerEmailJob, closedEmailJob } from './email-jobs.ts'
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
 * Replies to the player on the ticket's page and by email. Repeating the previous reply has no effect.
 * @throws Refusal TICKET_NOT_FOUND, TICKET_CLOSED
 */
export async function replyAsSupport(
  { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  id: string,
  text: string,
  operation: Operation,
): Promise<void> {
  const { ticket } = await readTicket(db, id)
  await transact(db, async (tx) => {
    if (!(await markAnswered(tx, id, clock.now()))) throw new Refusal('TICKET_CLOSED')
    const message = newMessage(id, 'support', text, clock.now())
    if (isDuplicate(await findLastMessage(tx, id), message)) return
    await insertMessage(tx, message)
    await jobs.enqueue(tx, answerEmailJob(message.id))
    await recordOperation(tx, operation, {
      action: 'ticket.answer',
      subject: id,
      ...toConcerned(ticket),
      after: { messageId: message.id },
      at: clock.now(),
    })
  })
}

/**
 * A closed ticket accepts no more messages; its player learns so by email. Idempotent.
 * @returns  whether it was open until now
 * @throws Refusal TICKET_NOT_FOUND
 */
export async function closeTicket(
  { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  id: string,
  operation: Operation,
): Promise<boolean> {
  const at = clock.now()
  const { ticket } = await readTicket(db, id)
  const isClosed = await transact(db, async (tx) => {
    if (!(await closeOpenTicket(tx, id, at))) return false
    await jobs.enqueue(tx, closedEmailJob(id))
    await recordOperation(tx, operation, {
      action: 'ticket.close',
      subject: id,
      ...toConcerned(ticket),
      after: { state: 'closed' },
      at,
    })
    return true
  })
  return isClosed
}

/** Whom and what a change to a ticket concerns, for the audit log. */
const toConcerned = ({ playerId, orderId, project }: TicketRow) => ({ playerId, orderId, project })
