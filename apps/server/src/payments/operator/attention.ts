import { type RawBuilder, sql } from 'kysely'
import { MINUTE_MS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { toInList } from '../../platform/ids.ts'

/** What waits for a person, with the instant of the oldest and the soonest deadline. */
export type AttentionCheck = {
  kind: 'order-undelivered' | 'order-held' | 'order-pending-long' | 'refund-failed' | 'dispute-open'
  /** The list in the console. */
  href: string
  read: () => Promise<{ count: number; oldestAt: number | null; dueAt?: number | null }>
}

const maxCounted = 10_001
const pendingLongMs = 15 * MINUTE_MS

/** Checks along partial indexes. @param projects  Undefined: all. */
export function listPaymentAttention(db: Db, now: number, projects: string[] | undefined): AttentionCheck[] {
  const list = projects && sql.join([...toInList(projects)])
  const isIn = (project: string) => (list ? sql`${sql.ref(project)} in (${list})` : sql`1 = 1`)
  /** The order of the row is in scope. */
  const isOrderIn = (orderId: string) =>
    list
      ? sql`exists (select 1 from orders where orders.id = ${sql.ref(orderId)} and ${isIn('orders.project')})`
      : sql`1 = 1`
  const count = async (rows: ReturnType<typeof sql>) => {
    const { rows: found } = await sql<{ count: number; oldest: number | null }>`
      select count(*) as count, min(at) as oldest from (${rows} limit ${sql.lit(maxCounted)}) as found
    `.execute(db)
    const [{ count: total, oldest } = { count: 0, oldest: null }] = found
    return { count: Number(total), oldestAt: oldest === null ? null : Number(oldest) }
  }
  return [
    {
      kind: 'order-undelivered',
      href: 'orders?state=undelivered',
      read: () =>
        count(
          sql`select created_at as at from webhooks where state = 'dead' and ${isIn('webhooks.project')}`,
        ),
    },
    {
      kind: 'order-held',
      href: 'orders?state=held',
      read: () =>
        count(sql`select created_at as at from attempts
          where review_reason is not null and ${isOrderIn('attempts.order_id')}`),
    },
    {
      kind: 'order-pending-long',
      href: 'orders?state=pending',
      read: () =>
        count(sql`select started_at as at from orders
          where status = 'pending' and started_at < ${now - pendingLongMs} and ${isIn('orders.project')}`),
    },
    {
      kind: 'refund-failed',
      href: 'orders?state=refund-failed',
      read: () =>
        count(sql`select created_at as at from refunds
          where state = 'failed' and ${isOrderIn('refunds.order_id')} and not exists (select 1 from refunds as retry
            where retry.order_id = refunds.order_id and retry.request_key = 'operator:retry-' || refunds.id)`),
    },
    {
      kind: 'dispute-open',
      href: 'disputes?state=open',
      read: async () => ({
        ...(await count(sql`select opened_at as at from disputes
          where state = 'open' and ${isOrderIn('disputes.order_id')}`)),
        dueAt: await readSoonestDeadline(db, isOrderIn('disputes.order_id')),
      }),
    },
  ]
}

/** Null when no open dispute has a deadline. */
async function readSoonestDeadline(db: Db, inScope: RawBuilder<unknown>): Promise<number | null> {
  const { rows } = await sql<{ dueBy: number | null }>`
    select disputes.due_by from disputes where disputes.state = 'open' and ${inScope}
    order by coalesce(disputes.due_by, 9007199254740991), disputes.id limit 1`.execute(db)
  const dueBy = rows[0]?.dueBy ?? null
  return dueBy === null ? null : Number(dueBy)
}
