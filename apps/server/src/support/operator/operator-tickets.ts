/** Operator commands on tickets. */
import { type Operation, recordOperation } from '../../platform/audit-log.ts'
import { type Db, type Tx, transact } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { deleteDraft } from '../draft-store.ts'
import { answerEmailJob, closedEmailJob } from '../email-jobs.ts'
import type { TicketMessageRow, TicketRow } from '../tables.ts'
import { isDuplicate, newMessage } from '../ticket.ts'
import {
  closeOpenTicket,
  countMessages,
  findLastMessage,
  findTicket,
  insertMessage,
  listMessages,
  markAnswered,
  reopenClosedTicket,
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

/** Messages that the operator has seen; undefined: the call works with any. */
type Seen = { seenMessages?: number | undefined }

/**
 * Replies to the player on the ticket's page and by email. Repeating the previous reply has no effect.
 * @param close  Also closes the ticket; the player gets a single email.
 * @throws Refusal TICKET_NOT_FOUND, TICKET_CLOSED, TICKET_CHANGED
 */
export async function replyAsSupport(
  { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  id: string,
  text: string,
  { close = false, seenMessages, ...operation }: Operation & Seen & { close?: boolean },
): Promise<void> {
  const { ticket } = await readTicket(db, id)
  await transact(db, async (tx) => {
    const at = clock.now()
    if (!(await markAnswered(tx, id, at))) throw new Refusal('TICKET_CLOSED')
    const message = newMessage(id, 'support', text, at, operation)
    const last = await findLastMessage(tx, id)
    const isRepeated = isDuplicate(last, message)
    const isOwn = isRepeated && last?.operatorId === message.operatorId
    if (!isOwn) await expectSeen(tx, id, seenMessages)
    if (!isRepeated) {
      await insertMessage(tx, message)
      await jobs.enqueue(tx, answerEmailJob(message.id, { closes: close }))
      const after = { messageId: message.id }
      await recordOperation(tx, operation, { ...toChange('ticket.answer', ticket), after, at })
    }
    await deleteDraft(tx, id, operation.operatorId ?? '')
    if (!close) return
    await closeOpenTicket(tx, id, at)
    if (isRepeated) await jobs.enqueue(tx, closedEmailJob(id))
    await recordOperation(tx, operation, {
      ...toChange('ticket.close', ticket),
      after: { state: 'closed' },
      at,
    })
  })
}

/** The caller has locked the ticket. @throws Refusal TICKET_CHANGED */
async function expectSeen(tx: Tx, id: string, seenMessages: number | undefined): Promise<void> {
  if (seenMessages === undefined || seenMessages === (await countMessages(tx, id))) return
  throw new Refusal('TICKET_CHANGED')
}

/**
 * Closes a ticket and informs the player by email. Idempotent.
 * @returns  whether it was open until now
 * @throws Refusal TICKET_NOT_FOUND, TICKET_CHANGED
 */
export async function closeTicket(
  { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  id: string,
  { seenMessages, ...operation }: Operation & Seen,
): Promise<boolean> {
  const at = clock.now()
  const { ticket } = await readTicket(db, id)
  const isClosed = await transact(db, async (tx) => {
    if (!(await closeOpenTicket(tx, id, at))) return false
    await expectSeen(tx, id, seenMessages)
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

/**
 * Opens a closed ticket again, whenever it was closed. Idempotent, and the player gets no email.
 * @returns  whether it was closed until now
 * @throws Refusal TICKET_NOT_FOUND
 */
export async function reopenTicket(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  id: string,
  operation: Operation,
): Promise<boolean> {
  const at = clock.now()
  const { ticket } = await readTicket(db, id)
  return transact(db, async (tx) => {
    if (!(await reopenClosedTicket(tx, id, { now: at, closedAfter: 0 }))) return false
    const after = { state: 'open' }
    await recordOperation(tx, operation, { ...toChange('ticket.reopen', ticket), after, at })
    return true
  })
}

/** The subject of a change to a ticket, for the audit log. */
export const toChange = (action: string, { id, playerId, orderId, project }: TicketRow) => ({
  ...{ action, subject: id, playerId, orderId, project },
})
