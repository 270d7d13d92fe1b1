import type { SalesRow } from '@playhub/contract/operator'
import { expect, test } from 'vitest'
import { groupByCurrency } from './sales.ts'

const row = (currency: string, soldMinor: number, refundedMinor: number): SalesRow => ({
  period: '2026-03-03',
  project: 'islandm3',
  itemId: null,
  country: null,
  provider: 'stripe',
  currency,
  orders: 1,
  soldMinor,
  refunds: refundedMinor > 0 ? 1 : 0,
  refundedMinor,
  disputesLost: 0,
  lostMinor: 0,
  netMinor: soldMinor - refundedMinor,
  discountMinor: 0,
})

test('each currency has its own total', () => {
  const groups = groupByCurrency([row('RUB', 19_900, 0), row('USD', 499, 0), row('RUB', 5_000, 5_000)])
  expect(groups.map(({ currency, rows, total }) => [currency, rows.length, total])).toEqual([
    [
      'RUB',
      2,
      expect.objectContaining({ orders: 2, soldMinor: 24_900, refundedMinor: 5_000, netMinor: 19_900 }),
    ],
    ['USD', 1, expect.objectContaining({ orders: 1, soldMinor: 499, refunds: 0, netMinor: 499 })],
  ])
})

test('nothing sold has no currency and no total', () => {
  expect(groupByCurrency([])).toEqual([])
})
