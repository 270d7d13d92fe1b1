import { type RawBuilder, sql } from 'kysely'
import { MINUTE_MS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'

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
  const inScope =
    projects === undefined
      ? sql`1 = 1`
      : projects.length === 0
        ? sql`1 = 0`
        : sql`orders.project in (${sql.join(projects)})`
  const count = async (rows: ReturnType<typeof sql>) => {
    const { rows: found } = await sql<{ count: number; oldest: number | null }>`
      select count(*) as count, min(at) as oldest from (${rows} and ${inScope} limit ${sql.lit(maxCounted)}) as found
    `.execute(db)
    const [{ count: total, oldest } = { count: 0, oldest: null }] = found
    return { count: Number(total), oldestAt: oldest === null ? null : Number(oldest) }
  }
  return [
    {
      kind: 'order-undelivered',
      href: 'orders?state=undelivered',
      read: () =>
        count(sql`select webhooks.created_at as at from webhooks join orders on orders.id = webhooks.order_id
          where webhooks.state = 'dead'`),
    },
    {
      kind: 'order-held',
      href: 'orders?state=held',
      read: () =>
        count(sql`select attempts.created_at as at from attempts join orders on orders.id = attempts.order_id
          where attempts.review_reason is not null`),
    },
    {
      kind: 'order-pending-long',
      href: 'orders?state=pending',
      read: () =>
        count(sql`select orders.started_at as at from orders
          where orders.status = 'pending' and orders.started_at < ${now - pendingLongMs}`),
    },
    {
      kind: 'refund-failed',
      href: 'orders?state=refund-failed',
      read: () =>
        count(sql`select refunds.created_at as at from refunds join orders on orders.id = refunds.order_id
          where refunds.state = 'failed' and not exists (select 1 from refunds as retry
            where retry.order_id = refunds.order_id and retry.request_key = 'operator:retry-' || refunds.id)`),
    },
    {
      kind: 'dispute-open',
      href: 'disputes?state=open',
      read: async () => ({
        ...(await count(sql`select disputes.opened_at as at from disputes
          join orders on orders.id = disputes.order_id where disputes.state = 'open'`)),
        dueAt: await readSoonestDeadline(db, inScope),
      }),
    },
  ]
}

/** Null when no open dispute has a deadline. */
async function readSoonestDeadline(db: Db, inScope: RawBuilder<unknown>): Promise<number | null> {
  const { rows } = await sql<{ dueBy: number | null }>`
    select disputes.due_by from disputes join orders on orders.id = disputes.order_id
    where disputes.state = 'open' and ${inScope}
    order by coalesce(disputes.due_by, 9007199254740991), disputes.id limit 1`.execute(db)
  const dueBy = rows[0]?.dueBy ?? null
  return dueBy === null ? null : Number(dueBy)
}
