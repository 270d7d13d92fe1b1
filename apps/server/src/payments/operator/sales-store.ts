/** Sums in SQL shared by SQLite and PostgreSQL. Days are counted from 1970 in the zone of the given offset. */
import type { Currency, PaymentProvider } from '@playhub/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Period } from '../../platform/time-zone.ts'

/** Part of a period with a constant UTC offset. */
export type SalesFilter = Period & {
  offsetMs: number
  /** Default: all. */
  projects?: string[] | undefined
  providers?: PaymentProvider[] | undefined
  currency?: Currency | undefined
  itemId?: string | undefined
}

export type Sum = {
  day: number
  project: string
  itemId: string
  country: string | null
  provider: string
  currency: string
  count: number
  amountMinor: number
  /** How much less than the list price; of paid orders. */
  discountMinor: number
}

export async function sumPaidOrders(db: Db, filter: SalesFilter): Promise<Sum[]> {
  const { rows } = await sql<Sum>`
    select ${selectDay('paid_at', filter)} as day, project, item_id, ${country} as country, provider,
      currency,
      count(*) as count, cast(sum(amount_minor) as bigint) as amount_minor,
      cast(coalesce(sum(${listPrice} - amount_minor), 0) as bigint) as discount_minor
    from orders where status = 'paid' and ${matches('orders', 'paid_at', filter)}
    group by 1, 2, 3, 4, 5, 6`.execute(db)
  return rows
}

/** Counted on the refund's day. Leaves out refunds of surplus charges, which are no sales either. */
export async function sumRefunds(db: Db, filter: SalesFilter): Promise<Sum[]> {
  const { rows } = await sql<Sum>`
    select ${selectDay('refunds.settled_at', filter)} as day, orders.project as project, orders.item_id as item_id,
      ${country} as country, attempts.provider as provider, refunds.currency as currency,
      count(*) as count, cast(sum(refunds.amount_minor) as bigint) as amount_minor, 0 as discount_minor
    from refunds
      join orders on orders.id = refunds.order_id
      join attempts on attempts.id = refunds.attempt_id
    where refunds.state = 'succeeded' and refunds.attempt_id = orders.paid_attempt_id
      and ${matches('refunds', 'settled_at', filter)}
    group by 1, 2, 3, 4, 5, 6`.execute(db)
  return rows
}

/** Counted on the day the bank decided. Leaves out surplus charges. */
export async function sumLostDisputes(db: Db, filter: SalesFilter): Promise<Sum[]> {
  const { rows } = await sql<Sum>`
    select ${selectDay('disputes.settled_at', filter)} as day, orders.project as project, orders.item_id as item_id,
      ${country} as country, attempts.provider as provider, disputes.currency as currency,
      count(*) as count, cast(sum(disputes.amount_minor) as bigint) as amount_minor, 0 as discount_minor
    from disputes
      join orders on orders.id = disputes.order_id
      join attempts on attempts.id = disputes.attempt_id
    where disputes.state = 'lost' and disputes.attempt_id = orders.paid_attempt_id
      and ${matches('disputes', 'settled_at', filter)}
    group by 1, 2, 3, 4, 5, 6`.execute(db)
  return rows
}

/** Of an order in the currency that it was paid in; null when no offer reduced it. */
export const listPrice: RawBuilder<number | null> = sql`case orders.currency
  when 'RUB' then orders.list_rub_minor when 'USD' then orders.list_usd_minor end`

/** The buyer's: the card's, else the network's. */
const country = sql`coalesce(orders.country_by_card, orders.country_by_network)`

/** A literal, because SQLite would divide a parameter as a fraction. */
function selectDay(column: string, { offsetMs }: SalesFilter): RawBuilder<number> {
  return sql`(${sql.ref(column)} + ${sql.lit(offsetMs)}) / 86400000`
}

/** @param table  Has the instant and the currency. A refund or dispute has its attempt's provider. */
function matches(
  table: 'orders' | 'refunds' | 'disputes',
  instant: string,
  { from, until, projects, providers, currency, itemId }: SalesFilter,
): RawBuilder<boolean> {
  const at = sql.ref(`${table}.${instant}`)
  const provider = sql.ref(table === 'orders' ? 'orders.provider' : 'attempts.provider')
  const conditions = [sql`${at} >= ${from}`, sql`${at} < ${until}`]
  if (providers?.length) conditions.push(sql`${provider} in (${sql.join(providers)})`)
  if (currency !== undefined) conditions.push(sql`${sql.ref(`${table}.currency`)} = ${currency}`)
  if (projects?.length === 0) conditions.push(sql`1 = 0`)
  else if (projects !== undefined) conditions.push(sql`orders.project in (${sql.join(projects)})`)
  if (itemId !== undefined) conditions.push(sql`orders.item_id = ${itemId}`)
  return sql.join(conditions, sql` and `)
}
