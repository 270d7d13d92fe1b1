import type { Currency, PaymentProvider } from '@playhub/contract'
import { DAY_MS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { type Period, splitByOffset } from '../../platform/time-zone.ts'
import { type SalesFilter, type Sum, sumLostDisputes, sumPaidOrders, sumRefunds } from './sales-store.ts'

/** One day's sales in one project through one provider in one currency. Amounts are in minor units. */
export type Sales = {
  /** `YYYY-MM-DD` in the query's time zone. */
  day: string
  project: string
  /** Null unless the query is by item. */
  itemId: string | null
  /** Null when unknown, and unless the query is by country. */
  country: string | null
  provider: string
  currency: string
  orders: number
  soldMinor: number
  refunds: number
  refundedMinor: number
  /** Disputes lost by the hub. */
  disputesLost: number
  lostMinor: number
  netMinor: number
  /** How much less than the list prices the sold orders cost. */
  discountMinor: number
}

export type SalesQuery = Period & {
  /** Zone of the days, such as `Europe/Moscow`. Default: UTC. */
  zone?: string | undefined
  /** Default: all. */
  projects?: string[] | undefined
  providers?: PaymentProvider[] | undefined
  currency?: Currency | undefined
  itemId?: string | undefined
  /** Default: all items in a project together. */
  isByItem?: boolean | undefined
  /** Default: all countries together. */
  isByCountry?: boolean | undefined
}

/** Sales, refunds and lost disputes, each on the day it happened, oldest first. */
export async function sumSales(
  db: Db,
  { from, until, zone = 'UTC', isByItem = false, isByCountry = false, ...filter }: SalesQuery,
): Promise<Sales[]> {
  const sales = new Map<string, Sales>()
  for (const part of splitByOffset({ from, until }, zone)) {
    await addPart(db, { ...part, ...filter }, (sum) => rowFor(sales, sum, { isByItem, isByCountry }))
  }
  return [...sales]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, row]) => ({ ...row, netMinor: row.soldMinor - row.refundedMinor - row.lostMinor }))
}

async function addPart(db: Db, filter: SalesFilter, getRow: (sum: Sum) => Sales): Promise<void> {
  for (const sum of await sumPaidOrders(db, filter)) {
    const row = getRow(sum)
    row.orders += sum.count
    row.soldMinor += sum.amountMinor
    row.discountMinor += sum.discountMinor
  }
  for (const sum of await sumRefunds(db, filter)) {
    const row = getRow(sum)
    row.refunds += sum.count
    row.refundedMinor += sum.amountMinor
  }
  for (const sum of await sumLostDisputes(db, filter)) {
    const row = getRow(sum)
    row.disputesLost += sum.count
    row.lostMinor += sum.amountMinor
  }
}

function rowFor(
  sales: Map<string, Sales>,
  sum: Sum,
  { isByItem, isByCountry }: { isByItem: boolean; isByCountry: boolean },
): Sales {
  const { project, provider, currency } = sum
  const day = new Date(sum.day * DAY_MS).toISOString().slice(0, 10)
  const itemId = isByItem ? sum.itemId : null
  const country = isByCountry ? sum.country : null
  const key = [day, project, itemId, country, provider, currency].join(' ')
  const counts = { orders: 0, soldMinor: 0, refunds: 0, refundedMinor: 0, disputesLost: 0, lostMinor: 0 }
  const row = sales.get(key) ?? {
    ...{ day, project, itemId, country, provider, currency },
    ...counts,
    ...{ netMinor: 0, discountMinor: 0 },
  }
  sales.set(key, row)
  return row
}
