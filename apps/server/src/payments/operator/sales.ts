import { DAY_MS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { type Period, sumLostDisputes, sumPaidOrders, sumRefunds } from './sales-store.ts'

/** The sales of one UTC day in one project through one provider in one currency. Amounts are in minor units. */
export type Sales = {
  /** `YYYY-MM-DD`. */
  day: string
  project: string
  provider: string
  currency: string
  orders: number
  soldMinor: number
  refunds: number
  refundedMinor: number
  /** Disputes that the buyer's bank decided against the hub. */
  disputesLost: number
  lostMinor: number
  netMinor: number
}

/** Sales, refunds and lost disputes, each on the day it happened, oldest first. */
export async function sumSales(db: Db, period: Period): Promise<Sales[]> {
  const sales = new Map<string, Sales>()
  const of = (sum: { day: number; project: string; provider: string; currency: string }): Sales => {
    const { project, provider, currency } = sum
    const day = new Date(sum.day * DAY_MS).toISOString().slice(0, 10)
    const key = [day, project, provider, currency].join(' ')
    const empty = { orders: 0, soldMinor: 0, refunds: 0, refundedMinor: 0, disputesLost: 0, lostMinor: 0 }
    const row = sales.get(key) ?? { day, project, provider, currency, ...empty, netMinor: 0 }
    sales.set(key, row)
    return row
  }
  for (const sum of await sumPaidOrders(db, period)) {
    Object.assign(of(sum), { orders: sum.count, soldMinor: sum.amountMinor })
  }
  for (const sum of await sumRefunds(db, period)) {
    Object.assign(of(sum), { refunds: sum.count, refundedMinor: sum.amountMinor })
  }
  for (const sum of await sumLostDisputes(db, period)) {
    Object.assign(of(sum), { disputesLost: sum.count, lostMinor: sum.amountMinor })
  }
  const rows = [...sales.values()].map((row) => ({
    ...row,
    netMinor: row.soldMinor - row.refundedMinor - row.lostMinor,
  }))
  const keyOf = ({ day, project, provider, currency }: Sales) => [day, project, provider, currency].join(' ')
  return rows.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
}
