/** The console's list of tickets. */

import type { InterfaceLanguage, TicketReason, TicketState } from '@playhub/contract'
import { foldText } from '@playhub/contract/languages'
import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import {
  type BoundedPage,
  maxScanned,
  type PageRequest,
  readBoundedPage,
  type ScanRange,
} from '../../platform/bounded-page.ts'
import type { Db, Tables } from '../../platform/database/database.ts'
import { withOwnPlan } from '../../platform/database/postgres-driver.ts'
import { toInList } from '../../platform/ids.ts'
import type { TicketMessageRow, TicketRow } from '../tables.ts'
import { containsTerms, foldChangedTickets, readTerms, selectContaining } from './ticket-search.ts'

export type TicketQueueFilter = {
  /** A ticket's number, or the id of a ticket, player or order; words, if they are looked for. */
  q?: string | undefined
  /** Default: false, for operators who see no personal data: a match would tell them an email or a message. */
  findsText?: boolean | undefined
  states?: TicketState[] | undefined
  /** Null: unassigned tickets. */
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
  { tag, ...rest }: TicketQueueFilter,
  page: PageRequest,
): Promise<BoundedPage<ListedTicket>> {
  const filter = { ...rest, tags: tag === undefined ? undefined : await listSpellings(db, tag) }
  const search = await readSearch(db, filter)
  const scanLimit = page.scanLimit ?? (search ? maxSearched : maxScanned)
  const isUnbounded = await hasFewMatches(db, filter, search, scanLimit)
  const { rows, ...result } = await readBoundedPage<TicketRow>(
    { ...page, scanLimit },
    {
      findEntry: (after, offset) =>
        isUnbounded ? Promise.resolve(undefined) : findEntry(db, filter, after, offset),
      listRows: (range, limit) =>
        selectBetween(db, filter, range)
          .$call((query) => matching(db, query, filter, search && { ...search, isRare: isUnbounded }))
          .limit(limit)
          .execute(),
      getKey: toKey,
      getInstant: (key) => readKey(key)?.updatedAt ?? 0,
    },
  )
  return { rows: await addDetails(db, rows), ...result }
}

/** A filter whose tag is looked up in each of its spellings. */
type QueueFilter = Omit<TicketQueueFilter, 'tag'> & { tags: readonly string[] | undefined }

/** Tags that are the same without differences of case, ё and accents. Skips from each tag in the index to the next. */
async function listSpellings(db: Db, tag: string): Promise<readonly string[]> {
  const { rows } = await sql<{ tag: string }>`with recursive used (tag) as (
      select min(tag) from ticket_tags
      union all select (select min(tag) from ticket_tags where tag > used.tag) from used where used.tag is not null
    ) select tag from used where tag is not null`.execute(db)
  const folded = foldText(tag)
  return toInList(rows.map((used) => used.tag).filter((used) => foldText(used) === folded))
}

/** A long text takes longer to read than an index entry. */
const maxSearched = 2000

/** Pages continue behind the key of their last ticket. */
const toKey = ({ updatedAt, id }: Pick<TicketRow, 'updatedAt' | 'id'>) => `${updatedAt}_${id}`

function readKey(key = ''): { updatedAt: number; id: string } | undefined {
  const [, updatedAt, id = ''] = /^(\d{1,15})_([\da-f-]{36})$/.exec(key) ?? []
  return updatedAt === undefined ? undefined : { updatedAt: Number(updatedAt), id }
}

/** @param terms  Empty when only ids and numbers are looked for. */
type Search = { text: string; terms: string[] }

const exactText = /^(#\d+|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/i

async function readSearch(db: Db, { q, findsText }: QueueFilter): Promise<Search | undefined> {
  if (q === undefined) return undefined
  const terms = findsText && !exactText.test(q) ? readTerms(q) : []
  if (terms.length > 0) await foldChangedTickets(db)
  return { text: q, terms }
}

/** Few tickets are found by an index and sorted; many are found soon by looking at the first ones. */
async function hasFewMatches(
  db: Db,
  { tags, playerId }: QueueFilter,
  search: Search | undefined,
  scanLimit: number,
): Promise<boolean> {
  if (playerId !== undefined) return true
  if (search) return search.terms.length === 0 || isRare(db, search.terms, scanLimit)
  if (tags === undefined) return false
  const { count } = await db
    .selectFrom(
      db
        .selectFrom('ticketTags')
        .select('ticketId')
        .where('tag', 'in', tags)
        .limit(scanLimit + 1)
        .as('tagged'),
    )
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count) <= scanLimit
}

async function isRare(db: Db, terms: string[], scanLimit: number): Promise<boolean> {
  const { count } = await withOwnPlan(() =>
    db
      .selectFrom(
        selectContaining(db, terms)
          .limit(scanLimit + 1)
          .as('matching'),
      )
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow(),
  )
  return Number(count) <= scanLimit
}

/** Reads the filter's best index; the other filters are no part of it. */
async function findEntry(db: Db, filter: QueueFilter, after: string | undefined, offset: number) {
  const { states = [], projects, assigneeId } = filter
  const [state] = states
  const hasState = states.length === 1 && state !== undefined
  const entry = await selectBetween(db, filter, { before: after, from: undefined })
    .clearSelect()
    .select(['updatedAt', 'id'])
    .$if(hasState, (query) => query.where('state', '=', state ?? 'open'))
    .$if(hasState && typeof assigneeId === 'string', (query) =>
      query.where('assigneeId', '=', assigneeId ?? ''),
    )
    .$if(hasState && typeof assigneeId !== 'string' && projects?.length === 1, (query) =>
      query.where('project', '=', projects?.[0] ?? ''),
    )
    .offset(offset)
    .limit(1)
    .executeTakeFirst()
  return entry && { id: toKey(entry) }
}

/** Tickets between two keys, in the order of the list. */
function selectBetween(db: Db, { states, updatedBefore }: QueueFilter, { before, from }: ScanRange) {
  const isOldestFirst = states?.length === 1 && states[0] === 'open'
  const direction = isOldestFirst ? 'asc' : 'desc'
  const [first, last] = [readKey(before), readKey(from)]
  return db
    .selectFrom('tickets')
    .selectAll()
    .$if(updatedBefore !== undefined, (query) => query.where('updatedAt', '<', updatedBefore ?? 0))
    .$if(first !== undefined, (query) =>
      query.where((eb) =>
        eb(
          eb.refTuple('updatedAt', 'id'),
          isOldestFirst ? '>' : '<',
          eb.tuple(first?.updatedAt ?? 0, first?.id ?? ''),
        ),
      ),
    )
    .$if(last !== undefined, (query) =>
      query.where((eb) =>
        eb(
          eb.refTuple('updatedAt', 'id'),
          isOldestFirst ? '<=' : '>=',
          eb.tuple(last?.updatedAt ?? 0, last?.id ?? ''),
        ),
      ),
    )
    .orderBy('updatedAt', direction)
    .orderBy('id', direction)
}

function matching<Row>(
  db: Db,
  tickets: SelectQueryBuilder<Tables, 'tickets', Row>,
  filter: QueueFilter,
  search: (Search & { isRare: boolean }) | undefined,
): SelectQueryBuilder<Tables, 'tickets', Row> {
  const { states, assigneeId, tags, projects, language, reason, playerId } = filter
  return tickets
    .where((eb) => eb.and({ language: language as InterfaceLanguage | undefined, reason, playerId }))
    .$call((query) => (search ? query.where((eb) => isFound(db, eb, search)) : query))
    .$if(states !== undefined, (query) => query.where('state', 'in', states ?? []))
    .$if(projects !== undefined, (query) => query.where('project', 'in', toInList(projects)))
    .$if(assigneeId === null, (query) => query.where('assigneeId', 'is', null))
    .$if(typeof assigneeId === 'string', (query) => query.where('assigneeId', '=', assigneeId ?? ''))
    .$if(tags !== undefined, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('ticketTags')
            .select('tag')
            .whereRef('ticketTags.ticketId', '=', 'tickets.id')
            .where('tag', 'in', toInList(tags)),
        ),
      ),
    )
}

function isFound(
  db: Db,
  eb: ExpressionBuilder<Tables, 'tickets'>,
  { text, terms, isRare }: Search & { isRare: boolean },
) {
  const exact = selectExact(db, text)
  if (terms.length === 0) return eb('id', 'in', exact)
  if (isRare) return eb('id', 'in', exact.unionAll(selectContaining(db, terms)))
  return eb.or([eb('id', 'in', exact), containsTerms(db, eb, terms)])
}

/** A union, because PostgreSQL reads the whole table for an `or`. */
function selectExact(db: Db, text: string) {
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

/** Tickets waiting for support, counted up to 10,001. @param projects  Undefined: all tickets. */
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
