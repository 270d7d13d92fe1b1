import type { TicketState } from '@playhub/contract'
import type { Db } from '../platform/database/database.ts'
import type { TicketMessageRow, TicketRow } from './tables.ts'

/** Files a ticket, or finds the one with the same question that still waits: then the id is another. */
export function fileTicket(db: Db, ticket: TicketRow): Promise<TicketRow> {
  return db
    .insertInto('tickets')
    .values(ticket)
    .onConflict((asked) =>
      asked
        .columns(['playerId', 'askedKey'])
        .doUpdateSet((eb) => ({ askedKey: eb.ref('excluded.askedKey') })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function findTicket(db: Db, id: string): Promise<TicketRow | undefined> {
  return db.selectFrom('tickets').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The ticket, if it is the player's. */
export function findTicketOf(db: Db, playerId: string, id: string): Promise<TicketRow | undefined> {
  return db
    .selectFrom('tickets')
    .selectAll()
    .where('id', '=', id)
    .where('playerId', '=', playerId)
    .executeTakeFirst()
}

export type TicketPage = { before?: string | undefined; limit?: number }

/** Newest first; all of them when no limit is given. */
export function listTicketsOf(db: Db, playerId: string, page: TicketPage = {}): Promise<TicketRow[]> {
  return db
    .selectFrom('tickets')
    .selectAll()
    .where('playerId', '=', playerId)
    .$if(page.before !== undefined, (query) => query.where('id', '<', page.before as string))
    .orderBy('id', 'desc')
    .$if(page.limit !== undefined, (query) => query.limit(page.limit as number))
    .execute()
}

/** Those that have stood longest come first. */
export function listTicketsIn(db: Db, states: TicketState[], limit: number): Promise<TicketRow[]> {
  return db
    .selectFrom('tickets')
    .selectAll()
    .where('state', 'in', states)
    .orderBy('updatedAt')
    .limit(limit)
    .execute()
}

/** Hands a ticket that is not closed to support; nobody else changes it until the transaction ends. */
export function handToSupport(db: Db, id: string, now: number): Promise<TicketRow | undefined> {
  return db
    .updateTable('tickets')
    .set({ state: 'open', updatedAt: now })
    .where('id', '=', id)
    .where('state', '<>', 'closed')
    .returningAll()
    .executeTakeFirst()
}

/** Hands a ticket that is not closed to its player, who may ask the same anew. */
export function handToPlayer(db: Db, id: string, now: number): Promise<TicketRow | undefined> {
  return db
    .updateTable('tickets')
    .set({ state: 'answered', askedKey: null, updatedAt: now })
    .where('id', '=', id)
    .where('state', '<>', 'closed')
    .returningAll()
    .executeTakeFirst()
}

/** False when it is closed already, or there is none. */
export async function shutTicket(db: Db, id: string, now: number): Promise<boolean> {
  const shut = await db
    .updateTable('tickets')
    .set({ state: 'closed', askedKey: null, updatedAt: now })
    .where('id', '=', id)
    .where('state', '<>', 'closed')
    .returning('id')
    .executeTakeFirst()
  return shut !== undefined
}

export async function insertMessage(db: Db, message: TicketMessageRow): Promise<void> {
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

/** Oldest first. */
export function listMessages(db: Db, ticketId: string): Promise<TicketMessageRow[]> {
  return db.selectFrom('ticketMessages').selectAll().where('ticketId', '=', ticketId).orderBy('id').execute()
}

/** Of all tickets of the player, oldest first. */
export function listMessagesOf(db: Db, playerId: string): Promise<TicketMessageRow[]> {
  return db
    .selectFrom('ticketMessages')
    .innerJoin('tickets', 'tickets.id', 'ticketMessages.ticketId')
    .selectAll('ticketMessages')
    .where('tickets.playerId', '=', playerId)
    .orderBy('ticketMessages.id')
    .execute()
}

/** What was written in them goes too. */
export async function deleteTicketsOf(db: Db, playerId: string): Promise<void> {
  await db.deleteFrom('tickets').where('playerId', '=', playerId).execute()
}
