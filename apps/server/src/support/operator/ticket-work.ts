/** Operators' work on tickets: notes, assignees, tags and drafts. Players see none of it. */
import { type Operation, recordOperation } from '../../platform/audit-log.ts'
import { type Db, type Tx, transact } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { deleteDraft, findDraft, listWriterIds, saveDraft } from '../draft-store.ts'
import type { TicketMessageRow, TicketNoteRow, TicketRow } from '../tables.ts'
import { countMessages, findTicket, listMessages } from '../ticket-store.ts'
import { toChange } from './operator-tickets.ts'
import { addDetails, type ListedTicket } from './ticket-queue.ts'

type StoreDeps = Pick<Deps, 'db' | 'clock'>

export type OperatorTicketRecord = ListedTicket & {
  messages: TicketMessageRow[]
  notes: TicketNoteRow[]
  draft: string | null
  draftAt: number | null
}

/**
 * @param projects  Projects whose tickets the operator may see; undefined: all, and tickets without a project.
 * @throws Refusal TICKET_NOT_FOUND
 */
export async function expectTicketIn(db: Db, id: string, projects: string[] | undefined): Promise<TicketRow> {
  const ticket = await findTicket(db, id)
  const isVisible = projects === undefined || projects.includes(ticket?.project ?? '')
  if (!ticket || !isVisible) throw new Refusal('TICKET_NOT_FOUND')
  return ticket
}

/** @throws Refusal TICKET_NOT_FOUND */
export async function readTicketForOperator(
  db: Db,
  id: string,
  { projects, operatorId }: { projects: string[] | undefined; operatorId: string },
): Promise<OperatorTicketRecord> {
  const ticket = await expectTicketIn(db, id, projects)
  const [listed = { ...ticket, tags: [], excerpt: '' }] = await addDetails(db, [ticket])
  const draft = await findDraft(db, id, operatorId)
  return {
    ...listed,
    messages: await listMessages(db, id),
    notes: await listTicketNotes(db, id),
    draft: draft?.text ?? null,
    draftAt: draft?.updatedAt ?? null,
  }
}

/** Oldest first. */
function listTicketNotes(db: Db, ticketId: string): Promise<TicketNoteRow[]> {
  return db.selectFrom('ticketNotes').selectAll().where('ticketId', '=', ticketId).orderBy('id').execute()
}

/** @throws Refusal TICKET_NOT_FOUND */
export async function addTicketNote(
  { db, clock }: StoreDeps,
  id: string,
  text: string,
  operation: Operation,
): Promise<void> {
  const { operator, operatorId = null } = operation
  const at = clock.now()
  await transact(db, async (tx) => {
    const ticket = await lockTicket(tx, id)
    const note = { id: newId(), ticketId: id, operatorId, operator, text, createdAt: at }
    await tx.insertInto('ticketNotes').values(note).execute()
    await recordOperation(tx, operation, {
      ...toChange('ticket.note', ticket),
      after: { noteId: note.id },
      at,
    })
  })
}

/** @throws Refusal TICKET_NOT_FOUND */
async function lockTicket(tx: Tx, id: string): Promise<TicketRow> {
  const ticket = await tx
    .updateTable('tickets')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!ticket) throw new Refusal('TICKET_NOT_FOUND')
  return ticket
}

type Edit = Operation & {
  /** The version seen by the operator; undefined changes any. */
  version: number | undefined
}

/**
 * Assigns a ticket, or frees it with null.
 * @throws Refusal TICKET_NOT_FOUND, EDIT_CONFLICT with who changed it, and when
 */
export async function assignTicket(
  deps: StoreDeps,
  id: string,
  assigneeId: string | null,
  edit: Edit,
): Promise<void> {
  await editTicket(deps, id, { ...edit, action: 'ticket.assign' }, async (tx, ticket) => {
    await tx.updateTable('tickets').set({ assigneeId }).where('id', '=', id).execute()
    return { before: { assigneeId: ticket.assigneeId }, after: { assigneeId } }
  })
}

/**
 * Replaces a ticket's tags.
 * @throws Refusal TICKET_NOT_FOUND, EDIT_CONFLICT with who changed it, and when
 */
export async function tagTicket(deps: StoreDeps, id: string, given: string[], edit: Edit): Promise<void> {
  const tags = [...new Set(given)]
  await editTicket(deps, id, { ...edit, action: 'ticket.tag' }, async (tx) => {
    const removed = await tx.deleteFrom('ticketTags').where('ticketId', '=', id).returning('tag').execute()
    if (tags.length > 0) {
      const rows = tags.map((tag) => ({ ticketId: id, tag }))
      await tx.insertInto('ticketTags').values(rows).execute()
    }
    return { before: { tags: removed.map(({ tag }) => tag) }, after: { tags } }
  })
}

async function editTicket(
  { db, clock }: StoreDeps,
  id: string,
  { version, action, ...operation }: Edit & { action: string },
  change: (tx: Tx, ticket: TicketRow) => Promise<{ before: object; after: object }>,
): Promise<void> {
  const at = clock.now()
  await transact(db, async (tx) => {
    const ticket = await lockTicket(tx, id)
    if (version !== undefined && ticket.version !== version)
      throw new Refusal('EDIT_CONFLICT', { by: ticket.editedBy, at: ticket.editedAt })
    const recorded = await change(tx, ticket)
    await tx
      .updateTable('tickets')
      .set({ version: ticket.version + 1, editedBy: operation.operator, editedAt: at })
      .where('id', '=', id)
      .execute()
    await recordOperation(tx, operation, { ...toChange(action, ticket), ...recorded, at })
  })
}

/** An operator whose draft has not changed for so long has stopped writing. The console saves it every 3 s. */
const writingMs = 15_000

/** Ids of operators who write an answer now, without the reader, and the number of messages. */
export async function readActivity(
  { db, clock }: StoreDeps,
  ticketId: string,
  readerId: string,
): Promise<{ writers: string[]; messages: number }> {
  const writers = await listWriterIds(db, ticketId, clock.now() - writingMs)
  return { writers: writers.filter((id) => id !== readerId), messages: await countMessages(db, ticketId) }
}

/** Keeps an operator's unsent reply; an empty one is deleted. @throws Refusal TICKET_NOT_FOUND */
export async function keepDraft(
  { db, clock }: StoreDeps,
  { ticketId, operatorId, text }: { ticketId: string; operatorId: string; text: string },
): Promise<void> {
  await transact(db, async (tx) => {
    await lockTicket(tx, ticketId)
    if (text === '') await deleteDraft(tx, ticketId, operatorId)
    else await saveDraft(tx, { ticketId, operatorId, text, updatedAt: clock.now() })
  })
}
