/** Operator commands on tickets. */
import { type Operation, recordOperation } from '../../platform/audit-log.ts'
import { type Db, transact } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { deleteDraft } from '../draft-store.ts'
import { answerEmailJob, closedEmailJob } from '../email-jobs.ts'
import type { TicketMessageRow, TicketRow } from '../tables.ts'
import { isDuplicate, newMessage } from '../ticket.ts'
import {
  closeOpenTicket,
  findLastMessage,
  findTicket,
  insertMessage,
  listMessages,
  markAnswered,
} from '../ticket-store.ts'

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
 * @param close  Also closes the ticket; the reply's email is the only one then.
 * @throws Refusal TICKET_NOT_FOUND, TICKET_CLOSED
 */
export async function replyAsSupport(
  { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  id: string,
  text: string,
  { close = false, ...operation }: Operation & { close?: boolean },
): Promise<void> {
  const { ticket } = await readTicket(db, id)
  await transact(db, async (tx) => {
    const at = clock.now()
    if (!(await markAnswered(tx, id, at))) throw new Refusal('TICKET_CLOSED')
    const message = newMessage(id, 'support', text, at, operation)
    if (!isDuplicate(await findLastMessage(tx, id), message)) {
      await insertMessage(tx, message)
      await jobs.enqueue(tx, answerEmailJob(message.id))
      const after = { messageId: message.id }
      await recordOperation(tx, operation, { ...toChange('ticket.answer', ticket), after, at })
    }
    await deleteDraft(tx, id, operation.operatorId ?? '')
    if (!close) return
    await closeOpenTicket(tx, id, at)
    await recordOperation(tx, operation, {
      ...toChange('ticket.close', ticket),
      after: { state: 'closed' },
      at,
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
      ...toChange('ticket.close', ticket),
      after: { state: 'closed' },
      at,
    })
    return true
  })
  return isClosed
}

/** What a change to a ticket concerns, for the audit log. */
export const toChange = (action: string, { id, playerId, orderId, project }: TicketRow) => ({
  ...{ action, subject: id, playerId, orderId, project },
})
