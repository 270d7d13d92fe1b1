import type { Db } from '../platform/database/database.ts'
import { deleteInBatches } from '../platform/database/delete-in-batches.ts'
import type { NewMessageRow, NewTicketRow, TicketMessageRow, TicketRow } from './tables.ts'

/** Inserts a ticket, or returns the unanswered one with the same dedupe key, which then has a different id. */
export function findOrInsertTicket(db: Db, ticket: NewTicketRow): Promise<TicketRow> {
  return db
    .insertInto('tickets')
    .values(ticket)
    .onConflict((conflict) =>
      conflict
        .columns(['playerId', 'dedupeKey'])
        .doUpdateSet((eb) => ({ dedupeKey: eb.ref('excluded.dedupeKey') })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function findTicket(db: Db, id: string): Promise<TicketRow | undefined> {
  return db.selectFrom('tickets').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Undefined also for another player's ticket. */
export function findPlayerTicket(db: Db, playerId: string, id: string): Promise<TicketRow | undefined> {
  return db
    .selectFrom('tickets')
    .selectAll()
    .where('id', '=', id)
    .where('playerId', '=', playerId)
    .executeTakeFirst()
}

export type TicketPage = { before?: string | undefined; limit?: number }

/** Newest first; all without a limit. */
export function listTicketsByPlayer(db: Db, playerId: string, page: TicketPage = {}): Promise<TicketRow[]> {
  return db
    .selectFrom('tickets')
    .selectAll()
    .where('playerId', '=', playerId)
    .$call((query) => (page.before === undefined ? query : query.where('id', '<', page.before)))
    .orderBy('id', 'desc')
    .$call((query) => (page.limit === undefined ? query : query.limit(page.limit)))
    .execute()
}

/** Sets a ticket to `open` and locks it until the transaction ends. Undefined when it is closed. */
export function reopenTicket(db: Db, id: string, now: number): Promise<TicketRow | undefined> {
  return db
    .updateTable('tickets')
    .set({ state: 'open', updatedAt: now })
    .where('id', '=', id)
    .where('state', '<>', 'closed')
    .returningAll()
    .executeTakeFirst()
}

/** Opens a ticket again that was closed at `closedAfter` or later. False when it is not. */
export async function reopenClosedTicket(
  db: Db,
  id: string,
  { now, closedAfter }: { now: number; closedAfter: number },
): Promise<boolean> {
  const reopened = await db
    .updateTable('tickets')
    .set({ state: 'open', updatedAt: now })
    .where('id', '=', id)
    .where('state', '=', 'closed')
    .where('updatedAt', '>=', closedAfter)
    .returning('id')
    .executeTakeFirst()
  return reopened !== undefined
}

/** Sets a ticket to `answered`, so an equal request opens a new one. Undefined when it is closed. */
export function markAnswered(db: Db, id: string, now: number): Promise<TicketRow | undefined> {
  return db
    .updateTable('tickets')
    .set({ state: 'answered', dedupeKey: null, updatedAt: now })
    .where('id', '=', id)
    .where('state', '<>', 'closed')
    .returningAll()
    .executeTakeFirst()
}

/** False when it does not exist or is already closed. */
export async function closeOpenTicket(db: Db, id: string, now: number): Promise<boolean> {
  const closed = await db
    .updateTable('tickets')
    .set({ state: 'closed', dedupeKey: null, updatedAt: now })
    .where('id', '=', id)
    .where('state', '<>', 'closed')
    .returning('id')
    .executeTakeFirst()
  return closed !== undefined
}

export async function insertMessage(db: Db, message: NewMessageRow): Promise<void> {
  await db.insertInto('ticketMessages').values(message).execute()
}

export function findMessage(db: Db, id: string): Promise<TicketMessageRow | undefined> {
  return db.selectFrom('ticketMessages').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findLastMessage(db: Db, ticketId: string): Promise<TicketMessageRow | undefined> {
  return db
    .selectFrom('ticketMessages')
    .selectAll()
    .where('ticketId', '=', ticketId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function countMessages(db: Db, ticketId: string): Promise<number> {
  const { count } = await db
    .selectFrom('ticketMessages')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('ticketId', '=', ticketId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Oldest first. */
export function listMessages(db: Db, ticketId: string): Promise<TicketMessageRow[]> {
  return db.selectFrom('ticketMessages').selectAll().where('ticketId', '=', ticketId).orderBy('id').execute()
}

/** Messages in several tickets, oldest first. */
export async function listMessagesByTickets(db: Db, ticketIds: string[]): Promise<TicketMessageRow[]> {
  if (ticketIds.length === 0) return []
  return db
    .selectFrom('ticketMessages')
    .selectAll()
    .where('ticketId', 'in', ticketIds)
    .orderBy('id')
    .execute()
}

/** Messages are deleted by the foreign key. */
export async function deleteTicketsByPlayer(db: Db, playerId: string): Promise<void> {
  await db.deleteFrom('tickets').where('playerId', '=', playerId).execute()
}

/** Messages are deleted by the foreign key. */
export function deleteTicketsClosedBefore(db: Db, instant: number): Promise<void> {
  return deleteInBatches((limit) =>
    db
      .deleteFrom('tickets')
      .where('id', 'in', (old) =>
        old
          .selectFrom('tickets')
          .select('id')
          .where('state', '=', 'closed')
          .where('updatedAt', '<', instant)
          .limit(limit),
      )
      .executeTakeFirstOrThrow(),
  )
}
