import type { SalesRow } from '@playhub/contract/operator'
import type { Db } from '../../platform/database/database.ts'
import { type SalesQuery, sumSales } from '../operator/sales.ts'

/** Sales by day or month, oldest first: a row for each project, provider and currency, and item or country if wanted. */
export async function listSalesRows(
  db: Db,
  { by, ...query }: SalesQuery & { by: 'day' | 'month' },
): Promise<SalesRow[]> {
  const rows = (await sumSales(db, query)).map(({ day, ...row }) => ({
    ...row,
    period: by === 'month' ? day.slice(0, 'YYYY-MM'.length) : day,
  }))
  return by === 'month' ? mergeEqual(rows) : rows
}

function mergeEqual(rows: SalesRow[]): SalesRow[] {
  const merged = new Map<string, SalesRow>()
  for (const row of rows) {
    const key = [row.period, row.project, row.itemId, row.country, row.provider, row.currency].join(' ')
    const sum = merged.get(key)
    merged.set(key, sum ? add(sum, row) : row)
  }
  return [...merged].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
}

/** Both rows have one currency. */
function add(one: SalesRow, other: SalesRow): SalesRow {
  return {
    ...one,
    orders: one.orders + other.orders,
    soldMinor: one.soldMinor + other.soldMinor,
    refunds: one.refunds + other.refunds,
    refundedMinor: one.refundedMinor + other.refundedMinor,
    disputesLost: one.disputesLost + other.disputesLost,
    lostMinor: one.lostMinor + other.lostMinor,
    netMinor: one.netMinor + other.netMinor,
    discountMinor: one.discountMinor + other.discountMinor,
  }
}
