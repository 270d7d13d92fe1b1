import type { HomeSales } from '@playhub/contract/operator'
import { expect, test } from 'vitest'
import { listDays, listSalesLines } from './sales.ts'

/** 1 March 2026, 00:30 in Moscow; still February in UTC. */
const checkedAt = Date.parse('2026-02-28T21:30:00Z')
const row = (day: string, project: string, currency: string, soldMinor: number, refundedMinor = 0) => ({
  day,
  project,
  currency,
  orders: 1,
  soldMinor,
  refundedMinor,
})
const sales: HomeSales = {
  timeZone: 'Europe/Moscow',
  checkedAt,
  periods: [],
  days: [
    row('2026-01-01', 'islandm3', 'RUB', 999),
    row('2026-02-10', 'islandm3', 'RUB', 500, 100),
    row('2026-02-28', 'islandm3', 'RUB', 300),
    row('2026-03-01', 'islandm3', 'RUB', 200),
    row('2026-03-01', 'islandm3', 'USD', 149),
    row('2026-03-01', 'farm', 'RUB', 70),
  ],
}

test('thirty days end with today in the time zone of the hub', () => {
  const days = listDays(sales)
  expect(days).toHaveLength(30)
  expect([days[0], days.at(-1)]).toEqual(['2026-01-31', '2026-03-01'])
})

test('sales are added by project and currency, and never across currencies', () => {
  expect(listSalesLines(sales, ['RUB', 'USD'])).toEqual([
    {
      project: 'farm',
      currency: 'RUB',
      today: { soldMinor: 70, refundedMinor: 0 },
      yesterday: { soldMinor: 0, refundedMinor: 0 },
      thirtyDays: { soldMinor: 70, refundedMinor: 0 },
    },
    {
      project: 'islandm3',
      currency: 'RUB',
      today: { soldMinor: 200, refundedMinor: 0 },
      yesterday: { soldMinor: 300, refundedMinor: 0 },
      thirtyDays: { soldMinor: 1000, refundedMinor: 100 },
    },
    {
      project: 'islandm3',
      currency: 'USD',
      today: { soldMinor: 149, refundedMinor: 0 },
      yesterday: { soldMinor: 0, refundedMinor: 0 },
      thirtyDays: { soldMinor: 149, refundedMinor: 0 },
    },
  ])
})
