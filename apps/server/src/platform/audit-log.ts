import { foldText } from '@playhub/contract/languages'
import {
  type BoundedPage,
  earlier,
  later,
  type PageRequest,
  readBoundedPage,
  type ScanRange,
} from './bounded-page.ts'
import type { Db, Tx } from './database/database.ts'
import { firstIdAt, newId, toInList } from './ids.ts'

declare module './database/database.ts' {
  interface Tables {
    auditLog: AuditRow
  }
}

/** An operator's change. The database refuses to update or delete it. */
export type AuditRow = {
  id: string
  at: number
  operator: string
  /** Example: `player.ban`. */
  action: string
  /** Id of the changed object. */
  subject: string
  /** JSON without personal data; null where there was or is nothing. */
  before: string | null
  after: string | null
  reason: string | null
  /** Null for changes from a shell, and by the hub itself. */
  operatorId: string | null
  sessionId: string | null
  ip: string | null
  project: string | null
  playerId: string | null
  orderId: string | null
  outcome: AuditOutcome
}

export type AuditOutcome = 'done' | 'refused'

/** Author and reason of a change. */
export type Operation = {
  /** A name: the operator's, or the shell account's. */
  operator: string
  reason: string | null
  operatorId?: string | null
  sessionId?: string | null
  ip?: string | null
}

/** Whom and what a change concerns, as far as it does. */
type Concerned = { project?: string | null; playerId?: string | null; orderId?: string | null }

type Change = Concerned & {
  action: string
  subject: string
  before?: unknown
  after?: unknown
  at: number
  /** Default: done. */
  outcome?: AuditOutcome
}

/**
 * Records a change within its transaction.
 * @param change  `before` and `after` without personal data.
 */
export async function recordOperation(
  tx: Tx,
  { operator, reason, operatorId = null, sessionId = null, ip = null }: Operation,
  { before, after, project = null, playerId = null, orderId = null, outcome = 'done', ...change }: Change,
): Promise<void> {
  const toJson = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(value))
  const actor = { operator, reason, operatorId, sessionId, ip }
  const concerned = { project, playerId, orderId, outcome }
  const row = { id: newId(), ...change, ...actor, ...concerned, before: toJson(before), after: toJson(after) }
  await tx.insertInto('auditLog').values(row).execute()
}

/** Latest change to a subject by one action. */
export function findLatestOperation(db: Db, subject: string, action: string): Promise<AuditRow | undefined> {
  return db
    .selectFrom('auditLog')
    .selectAll()
    .where('subject', '=', subject)
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** When each subject was last changed by one of the actions. */
export async function listLatestInstants(
  db: Db,
  subjects: string[],
  actions: string[],
): Promise<Map<string, number>> {
  if (subjects.length === 0) return new Map()
  const rows = await db
    .selectFrom('auditLog')
    .select(['subject', (eb) => eb.fn.max('at').as('at')])
    .where('subject', 'in', subjects)
    .where('action', 'in', actions)
    .groupBy('subject')
    .execute()
  return new Map(rows.map(({ subject, at }) => [subject, Number(at)]))
}

export async function hasOperation(db: Db, id: string): Promise<boolean> {
  const found = await db.selectFrom('auditLog').select('id').where('id', '=', id).executeTakeFirst()
  return found !== undefined
}

export type AuditFilter = {
  subject?: string | undefined
  operator?: string | undefined
  action?: string | undefined
  playerId?: string | undefined
  orderId?: string | undefined
  outcome?: AuditOutcome | undefined
  projects?: string[] | undefined
  /** Half-open, in milliseconds. */
  from?: number | undefined
  until?: number | undefined
  /** Keyset cursor: returns entries older than this one. */
  before?: string | undefined
  limit: number
}

/** Newest first. */
export function listOperations(
  db: Db,
  { before, limit, projects, from, until, ...equal }: Omit<AuditFilter, 'operator'>,
): Promise<AuditRow[]> {
  const range = {
    before: earlier(before, until === undefined ? undefined : firstIdAt(until)),
    from: from === undefined ? undefined : firstIdAt(from),
  }
  return listRows(db, { projects, ...equal }, range, limit)
}

type PageFilter = Omit<AuditFilter, 'before' | 'limit'>

/** A page of the audit log, newest first. */
export function listOperationPage(
  db: Db,
  { from, until, ...filter }: PageFilter,
  page: PageRequest,
): Promise<BoundedPage<AuditRow>> {
  const oldest = from === undefined ? undefined : firstIdAt(from)
  const cursor = earlier(page.cursor, until === undefined ? undefined : firstIdAt(until))
  return readBoundedPage(
    { ...page, cursor },
    {
      findEntry: async (before, offset) => {
        // Rows with only matches need no bound.
        if (
          Object.values(filter).filter((value) => value !== undefined).length ===
          Object.keys(indexed(filter)).length
        )
          return undefined
        return selectRange(db, { before, from: oldest })
          .select('id')
          .where((eb) => eb.and(indexed(filter)))
          .offset(offset)
          .limit(1)
          .executeTakeFirst()
      },
      listRows: async (scanned, limit) => {
        const range = { ...scanned, from: later(scanned.from, oldest) }
        const { operator, ...rest } = filter
        if (operator === undefined) return listRows(db, rest, range, limit)
        const names = await listSpellings(db, operator, indexed(rest), range)
        return names.length === 0 ? [] : listRows(db, { ...rest, operator: names }, range, limit)
      },
    },
  )
}

/** The filter with the fewest entries in an ordered index. */
function indexed({ subject, orderId, playerId, action }: PageFilter): Partial<AuditRow> {
  if (subject !== undefined) return { subject }
  if (orderId !== undefined) return { orderId }
  if (playerId !== undefined) return { playerId }
  return action === undefined ? {} : { action }
}

/** Operators in a bounded range whose names are the same without differences of case, ё and accents. */
async function listSpellings(
  db: Db,
  operator: string,
  equal: Partial<AuditRow>,
  range: ScanRange,
): Promise<string[]> {
  const rows = await selectRange(db, range)
    .clearOrderBy()
    .select('operator')
    .distinct()
    .where((eb) => eb.and(equal))
    .execute()
  const folded = foldText(operator)
  return rows.map((row) => row.operator).filter((name) => foldText(name) === folded)
}

function listRows(
  db: Db,
  { projects, operator, ...equal }: Omit<PageFilter, 'from' | 'until' | 'operator'> & { operator?: string[] },
  range: ScanRange,
  limit: number,
): Promise<AuditRow[]> {
  return selectRange(db, range)
    .selectAll()
    .where((eb) => eb.and(equal))
    .$if(projects !== undefined, (query) => query.where('project', 'in', toInList(projects)))
    .$if(operator !== undefined, (query) => query.where('operator', 'in', operator ?? []))
    .limit(limit)
    .execute()
}

const selectRange = (db: Db, { before, from }: ScanRange) =>
  db
    .selectFrom('auditLog')
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .$if(from !== undefined, (query) => query.where('id', '>=', from ?? ''))
    .orderBy('id', 'desc')
