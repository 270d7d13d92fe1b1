/** Sums in SQL that SQLite and PostgreSQL share. Days are counted from 1970 in UTC. */
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** `until` is exclusive. */
export type Period = { from: number; until: number }

type Sum = {
  day: number
  project: string
  provider: string
  currency: string
  count: number
  amountMinor: number
}

export async function sumPaidOrders(db: Db, { from, until }: Period): Promise<Sum[]> {
  const { rows } = await sql<Sum>`
    select paid_at / 86400000 as day, project, provider, currency,
      count(*) as count, cast(sum(amount_minor) as bigint) as amount_minor
    from orders where status = 'paid' and paid_at >= ${from} and paid_at < ${until}
    group by 1, 2, 3, 4`.execute(db)
  return rows
}

/** By the day of the refund. Leaves out the refunds of second charges, which are no sales either. */
export async function sumRefunds(db: Db, { from, until }: Period): Promise<Sum[]> {
  const { rows } = await sql<Sum>`
    select refunds.settled_at / 86400000 as day, orders.project as project, attempts.provider as provider,
      refunds.currency as currency, count(*) as count, cast(sum(refunds.amount_minor) as bigint) as amount_minor
    from refunds
      join orders on orders.id = refunds.order_id
      join attempts on attempts.id = refunds.attempt_id
    where refunds.state = 'succeeded' and refunds.requested_by <> 'hub'
      and refunds.settled_at >= ${from} and refunds.settled_at < ${until}
    group by 1, 2, 3, 4`.execute(db)
  return rows
}

/** By the day on which the bank decided. */
export async function sumLostDisputes(db: Db, { from, until }: Period): Promise<Sum[]> {
  const { rows } = await sql<Sum>`
    select disputes.settled_at / 86400000 as day, orders.project as project, attempts.provider as provider,
      disputes.currency as currency, count(*) as count, cast(sum(disputes.amount_minor) as bigint) as amount_minor
    from disputes
      join orders on orders.id = disputes.order_id
      join attempts on attempts.id = disputes.attempt_id
    where disputes.state = 'lost' and disputes.settled_at >= ${from} and disputes.settled_at < ${until}
    group by 1, 2, 3, 4`.execute(db)
  return rows
}
