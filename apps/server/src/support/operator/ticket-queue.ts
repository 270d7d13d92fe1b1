/** The console's list of tickets. */

import type { InterfaceLanguage, TicketReason, TicketState } from '@playhub/contract'
import type { Db } from '../../platform/database/database.ts'
import { toInList } from '../../platform/ids.ts'
import type { TicketMessageRow, TicketRow } from '../tables.ts'

export type TicketQueueFilter = {
  /** A ticket's number, or the id of a ticket, player or order. */
  q?: string | undefined
  states?: TicketState[] | undefined
  /** Null: tickets that nobody is assigned to. */
  assigneeId?: string | null | undefined
  tag?: string | undefined
  /** Undefined: tickets of all projects and those without one. */
  projects?: string[] | undefined
  language?: string | undefined
  reason?: TicketReason | undefined
  playerId?: string | undefined
  /** Last updated before this instant. */
  updatedBefore?: number | undefined
}

export type ListedTicket = TicketRow & { tags: string[]; excerpt: string }

/** Open tickets with the oldest first; others, and several states together, with the newest first. */
export async function listTickets(
  db: Db,
  filter: TicketQueueFilter,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ rows: ListedTicket[]; nextCursor: string | null }> {
  const isOldestFirst = filter.states?.length === 1 && filter.states[0] === 'open'
  const direction = isOldestFirst ? 'asc' : 'desc'
  const after = readCursor(cursor)
  const tickets = await selectTickets(db, filter)
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb(
          eb.refTuple('updatedAt', 'id'),
          isOldestFirst ? '>' : '<',
          eb.tuple(after?.updatedAt ?? 0, after?.id ?? ''),
        ),
      ),
    )
    .orderBy('updatedAt', direction)
    .orderBy('id', direction)
    .limit(limit + 1)
    .execute()
  const shown = tickets.slice(0, limit)
  const last = shown.at(-1)
  const nextCursor = tickets.length > limit && last ? `${last.updatedAt}_${last.id}` : null
  return { rows: await addDetails(db, shown), nextCursor }
}

function readCursor(cursor = ''): { updatedAt: number; id: string } | undefined {
  const [, updatedAt, id = ''] = /^(\d{1,15})_([\da-f-]{36})$/.exec(cursor) ?? []
  return updatedAt === undefined ? undefined : { updatedAt: Number(updatedAt), id }
}

function selectTickets(db: Db, filter: TicketQueueFilter) {
  const { q, states, assigneeId, tag, projects, language, reason, playerId, updatedBefore } = filter
  return db
    .selectFrom('tickets')
    .selectAll()
    .where((eb) => eb.and({ language: language as InterfaceLanguage | undefined, reason, playerId }))
    .$if(q !== undefined, (query) => query.where('id', 'in', selectMatching(db, q ?? '')))
    .$if(states !== undefined, (query) => query.where('state', 'in', states ?? []))
    .$if(projects !== undefined, (query) => query.where('project', 'in', toInList(projects)))
    .$if(assigneeId === null, (query) => query.where('assigneeId', 'is', null))
    .$if(typeof assigneeId === 'string', (query) => query.where('assigneeId', '=', assigneeId ?? ''))
    .$if(updatedBefore !== undefined, (query) => query.where('updatedAt', '<', updatedBefore ?? 0))
    .$if(tag !== undefined, (query) =>
      query.where(
        'id',
        'in',
        db
          .selectFrom('ticketTags')
          .select('ticketId')
          .where('tag', '=', tag ?? ''),
      ),
    )
}

/** A union, because PostgreSQL reads the whole table for an `or`. */
function selectMatching(db: Db, text: string) {
  const lower = text.toLowerCase()
  const tickets = db.selectFrom('tickets').select('id')
  return tickets
    .where('id', '=', lower)
    .unionAll(tickets.where('playerId', '=', lower))
    .unionAll(tickets.where('orderId', '=', lower))
    .unionAll(tickets.where('number', '=', parseTicketNumber(text) ?? -1))
}

/** "#12" or "12"; undefined for what is no ticket number. */
export function parseTicketNumber(text: string): number | undefined {
  const [, digits] = /^#?(\d{1,9})$/.exec(text) ?? []
  return digits === undefined ? undefined : Number(digits)
}

const excerptLength = 140

/** Adds tags and the beginning of the latest message. */
export async function addDetails(db: Db, tickets: TicketRow[]): Promise<ListedTicket[]> {
  if (tickets.length === 0) return []
  const ids = tickets.map(({ id }) => id)
  const tags = Map.groupBy(await listTags(db, ids), ({ ticketId }) => ticketId)
  const latest = new Map((await listLatestMessages(db, ids)).map((message) => [message.ticketId, message]))
  return tickets.map((ticket) => ({
    ...ticket,
    tags: (tags.get(ticket.id) ?? []).map(({ tag }) => tag),
    excerpt: [...(latest.get(ticket.id)?.text ?? '')].slice(0, excerptLength).join(''),
  }))
}

function listTags(db: Db, ids: string[]) {
  return db.selectFrom('ticketTags').selectAll().where('ticketId', 'in', ids).orderBy('tag').execute()
}

function listLatestMessages(db: Db, ids: string[]): Promise<TicketMessageRow[]> {
  return db
    .selectFrom('ticketMessages')
    .selectAll()
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('ticketMessages')
        .select((of) => of.fn.max('id').as('id'))
        .where('ticketId', 'in', ids)
        .groupBy('ticketId'),
    )
    .execute()
}

const maxCounted = 10_001

/** Tickets that wait for support, counted up to 10,001. @param projects  Undefined: all tickets. */
export async function countOpenTickets(
  db: Db,
  projects: string[] | undefined,
): Promise<{ count: number; oldestAt: number | null }> {
  const open = db
    .selectFrom('tickets')
    .select('updatedAt')
    .where('state', '=', 'open')
    .$if(projects !== undefined, (query) => query.where('project', 'in', toInList(projects)))
    .limit(maxCounted)
  const { count, oldestAt } = await db
    .selectFrom(open.as('open'))
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('updatedAt').as('oldestAt')])
    .executeTakeFirstOrThrow()
  return { count: Number(count), oldestAt: oldestAt === null ? null : Number(oldestAt) }
}
