import { sql } from 'kysely'
import { type BoundedPage, type PageRequest, readBoundedPage } from '../../platform/bounded-page.ts'
import type { Db } from '../../platform/database/database.ts'
import { toInList } from '../../platform/ids.ts'
import type { DisputeState } from '../records/tables.ts'

export type DisputeFilter = { projects?: string[] | undefined; states?: DisputeState[] | undefined }

type DisputeWithOrder = Awaited<ReturnType<typeof listDisputesByOrder>>[number]

/** An open dispute without a deadline comes last. The index has the same expression. */
const deadline = sql<number>`coalesce(disputes.due_by, 9007199254740991)`
/** The page after the last open dispute. */
const decidedFromStart = 'decided'

/** Open disputes by deadline, soonest first, then the decided ones, newest first; with what was bought. */
export async function listDisputePage(
  db: Db,
  filter: DisputeFilter,
  page: PageRequest,
): Promise<BoundedPage<DisputeWithOrder>> {
  const { limit, cursor } = page
  const { states } = filter
  const isPastOpen = cursor === decidedFromStart || (cursor !== undefined && !readDeadline(cursor))
  const found =
    isPastOpen || (states && !states.includes('open'))
      ? []
      : await listOpen(db, filter, { ...page, limit: limit + 1 })
  const open = found.slice(0, limit)
  if (found.length > limit) return { rows: open, nextCursor: toCursor(open.at(-1)), scannedTo: null }
  const end = { rows: open, nextCursor: null, scannedTo: null }
  if (states?.every((state) => state === 'open')) return end
  if (open.length === limit) return { ...end, nextCursor: decidedFromStart }
  const before = isPastOpen && cursor !== decidedFromStart ? cursor : undefined
  const decided = await listDecided(db, filter, { ...page, cursor: before, limit: limit - open.length })
  return { ...decided, rows: [...open, ...decided.rows] }
}

export function listDisputesByOrder(db: Db, orderId: string) {
  return selectDisputes(db).where('disputes.orderId', '=', orderId).orderBy('disputes.id').execute()
}

/** Providers give a deadline of days, so open disputes stay few. */
function listOpen(db: Db, { projects }: DisputeFilter, { cursor, limit }: PageRequest) {
  const after = readDeadline(cursor ?? '')
  return selectDisputes(db)
    .where('disputes.state', '=', sql.lit('open'))
    .$if(projects !== undefined, (rows) => rows.where('orders.project', 'in', toInList(projects)))
    .$if(after !== undefined, (rows) =>
      rows.where(sql<boolean>`(${deadline}, disputes.id) > (${after?.dueBy ?? 0}, ${after?.id ?? ''})`),
    )
    .orderBy(deadline)
    .orderBy('disputes.id')
    .limit(limit)
    .execute()
}

function listDecided(db: Db, { projects, states }: DisputeFilter, page: PageRequest) {
  return readBoundedPage(page, {
    findEntry: (before, offset) => findEntry(db, before, offset),
    listRows: ({ before, from }, limit) =>
      selectDisputes(db)
        .where('disputes.state', '<>', sql.lit('open'))
        .$if(before !== undefined, (rows) => rows.where('disputes.id', '<', before ?? ''))
        .$if(from !== undefined, (rows) => rows.where('disputes.id', '>=', from ?? ''))
        .$if(states !== undefined, (rows) => rows.where('disputes.state', 'in', states ?? []))
        .$if(projects !== undefined, (rows) => rows.where('orders.project', 'in', toInList(projects)))
        .orderBy('disputes.id', 'desc')
        .limit(limit)
        .execute(),
  })
}

function selectDisputes(db: Db) {
  return db
    .selectFrom('disputes')
    .innerJoin('orders', 'orders.id', 'disputes.orderId')
    .innerJoin('attempts', 'attempts.id', 'disputes.attemptId')
    .selectAll('disputes')
    .select(['orders.project', 'orders.titles', 'orders.titleRu', 'orders.titleEn', 'attempts.provider'])
}

function findEntry(db: Db, before: string | undefined, offset: number) {
  return db
    .selectFrom('disputes')
    .select('id')
    .$if(before !== undefined, (rows) => rows.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(1)
    .executeTakeFirst()
}

/** `<deadline>:<id>`; a cursor among decided disputes is an id only. */
function toCursor(row: { id: string; dueBy: number | null } | undefined): string | null {
  return row ? `${row.dueBy ?? Number.MAX_SAFE_INTEGER}:${row.id}` : null
}

function readDeadline(cursor: string): { dueBy: number; id: string } | undefined {
  const [, dueBy, id] = /^(\d{1,16}):([\w-]+)$/.exec(cursor) ?? []
  return dueBy === undefined || id === undefined ? undefined : { dueBy: Number(dueBy), id }
}
