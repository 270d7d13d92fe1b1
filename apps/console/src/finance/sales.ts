import { groupBy } from '@playhub/contract/browsers/newer-builtins'
import type { SalesRow } from '@playhub/contract/operator'

/** Sums of one currency. Different currencies are never added. */
export type CurrencySales = { currency: string; rows: SalesRow[]; total: Total }
/** Parts of a row beside day, game, provider and currency. */
export type ExtraColumn = 'item' | 'country'
export type Total = Pick<
  SalesRow,
  | 'orders'
  | 'soldMinor'
  | 'refunds'
  | 'refundedMinor'
  | 'disputesLost'
  | 'lostMinor'
  | 'netMinor'
  | 'discountMinor'
>

const nothing: Total = {
  orders: 0,
  soldMinor: 0,
  refunds: 0,
  refundedMinor: 0,
  disputesLost: 0,
  lostMinor: 0,
  netMinor: 0,
  discountMinor: 0,
}

/** Rows by currency, in the order in which the currencies appear. */
export function groupByCurrency(rows: readonly SalesRow[]): CurrencySales[] {
  return [...groupBy(rows, ({ currency }) => currency)].map(([currency, group]) => ({
    currency,
    rows: group,
    total: group.reduce(add, nothing),
  }))
}

/** Unique among the rows of a currency. */
export const getRowKey = ({ period, project, itemId, country, provider }: SalesRow) =>
  [period, project, itemId, country, provider].join(' ')

const add = (total: Total, row: SalesRow): Total => ({
  orders: total.orders + row.orders,
  soldMinor: total.soldMinor + row.soldMinor,
  refunds: total.refunds + row.refunds,
  refundedMinor: total.refundedMinor + row.refundedMinor,
  disputesLost: total.disputesLost + row.disputesLost,
  lostMinor: total.lostMinor + row.lostMinor,
  netMinor: total.netMinor + row.netMinor,
  discountMinor: total.discountMinor + row.discountMinor,
})
