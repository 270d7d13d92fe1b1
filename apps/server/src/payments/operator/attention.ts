import { type RawBuilder, sql } from 'kysely'
import { MINUTE_MS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { toInList } from '../../platform/ids.ts'
import { countOrdersInState } from './order-list-store.ts'

/** Open work for staff, with the instant of the oldest and the soonest deadline. */
export type AttentionCheck = {
  kind:
    | 'order-undelivered'
    | 'game-not-told'
    | 'order-held'
    | 'order-pending-long'
    | 'refund-failed'
    | 'receipt-failed'
    | 'dispute-open'
  /** The list in the console. */
  href: string
  read: () => Promise<{ count: number; oldestAt: number | null; dueAt?: number | null }>
}

const maxCounted = 10_001
const pendingLongMinutes = 15

/** Most urgent first. Each count is the length of the list behind it. @param projects  Undefined: all. */
export function listPaymentAttention(db: Db, now: number, projects: string[] | undefined): AttentionCheck[] {
  const count =
    (state: Parameters<typeof countOrdersInState>[1]['states'][0], startedBefore?: number) => () =>
      countOrdersInState(db, { states: [state], projects, startedBefore }, maxCounted)
  return [
    { kind: 'order-undelivered', href: 'orders?state=undelivered', read: count('undelivered') },
    { kind: 'refund-failed', href: 'orders?state=refund-failed', read: count('refund-failed') },
    { kind: 'receipt-failed', href: 'orders?state=receipt-failed', read: count('receipt-failed') },
    { kind: 'order-held', href: 'orders?state=held', read: count('held') },
    { kind: 'dispute-open', href: 'disputes?state=open', read: () => countDisputes(db, projects) },
    { kind: 'game-not-told', href: 'orders?state=game-not-told', read: count('game-not-told') },
    {
      kind: 'order-pending-long',
      href: `orders?state=pending&pendingMinutes=${pendingLongMinutes}`,
      read: count('pending', now - pendingLongMinutes * MINUTE_MS),
    },
  ]
}

async function countDisputes(db: Db, projects: string[] | undefined) {
  const inScope = projects
    ? sql`exists (select 1 from orders where orders.id = disputes.order_id
        and orders.project in (${sql.join([...toInList(projects)])}))`
    : sql`1 = 1`
  const { rows } = await sql<{ count: number; oldest: number | null }>`
    select count(*) as count, min(at) as oldest from (
      select opened_at as at from disputes where state = 'open' and ${inScope} limit ${sql.lit(maxCounted)}
    ) as found`.execute(db)
  const [{ count, oldest } = { count: 0, oldest: null }] = rows
  const dueAt = await readSoonestDeadline(db, inScope)
  return { count: Number(count), oldestAt: oldest === null ? null : Number(oldest), dueAt }
}

/** Null when no open dispute has a deadline. */
async function readSoonestDeadline(db: Db, inScope: RawBuilder<unknown>): Promise<number | null> {
  const { rows } = await sql<{ dueBy: number | null }>`
    select disputes.due_by from disputes where disputes.state = 'open' and ${inScope}
    order by coalesce(disputes.due_by, 9007199254740991), disputes.id limit 1`.execute(db)
  const dueBy = rows[0]?.dueBy ?? null
  return dueBy === null ? null : Number(dueBy)
}
