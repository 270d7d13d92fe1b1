import type { DetailedDay } from '@playhub/contract/operator'
import { expect, test } from 'vitest'
import { compare, countDays, findFirstDay, isCounted, listFunnel, toShare } from './measures.ts'

const nothing: DetailedDay = {
  ...{ day: '', views: 0, plays: 0, players: 0, newPlayers: 0, playSeconds: 0 },
  ...{ checkouts: 0, paidOrders: 0, payingPlayers: 0, revenue: [] },
  ...{ loads: 0, keptPlays: 0, crashedPlays: 0, failedPlays: 0, shopOpens: 0 },
  ...{ firstPayers: 0, discount: [], refunded: [] },
}
const day = (number: number, values: Partial<DetailedDay> = {}): DetailedDay => ({
  ...nothing,
  day: `2026-03-0${number}`,
  ...values,
})

test.each([
  ['more', 112, 100, { kind: 'more', share: expect.closeTo(0.12) }],
  ['less', 25, 100, { kind: 'less', share: -0.75 }],
  ['a change that no whole percent shows', 1004, 1000, { kind: 'same' }],
  ['nothing twice', 0, 0, { kind: 'same' }],
  ['something after nothing', 3, 0, { kind: 'new' }],
])('a change says %s', (_, now, before, change) => {
  expect(compare(now, before, [30, 30])).toEqual(change)
})

test('with fewer than 30 plays in either time nothing is compared', () => {
  expect(compare(200, 100, [29, 1000])).toEqual({ kind: 'few' })
  expect(compare(200, 100, [1000, 29])).toEqual({ kind: 'few' })
})

test('the time before is compared with only when most of it was counted', () => {
  const before = [1, 2, 3, 4].map((number) => day(number))
  expect(isCounted(before, '2026-03-02')).toBe(true)
  expect(isCounted(before, '2026-03-03')).toBe(false)
})

test('an average is of the days since the first that was counted, without those to come', () => {
  const days = [day(1), day(2, { views: 3 }), day(3), day(4), day(5)]
  expect(findFirstDay(days)).toBe('2026-03-02')
  expect(countDays(days, '2026-03-02', '2026-03-04')).toBe(3)
  expect(findFirstDay([day(1)])).toBeUndefined()
})

test('each step of the funnel has its share of the one before', () => {
  const days = [
    day(1, { views: 600, plays: 300, shopOpens: 30, checkouts: 12, paidOrders: 2 }),
    day(2, { views: 400, plays: 100, shopOpens: 10, checkouts: 0, paidOrders: 1 }),
  ]
  expect(listFunnel(days)).toEqual([
    { name: 'views', count: 1000, share: null, length: 1 },
    { name: 'plays', count: 400, share: 0.4, length: 0.4 },
    { name: 'shopOpens', count: 40, share: 0.1, length: 0.04 },
    { name: 'checkouts', count: 12, share: 0.3, length: 0.012 },
    // One of 12 would be 8 %.
    { name: 'paidOrders', count: 3, share: null, length: 0.003 },
  ])
})

test('a funnel without anything has no shares', () => {
  expect(listFunnel([day(1)]).every(({ share, length }) => share === null && length === 0)).toBe(true)
})

test('a share of fewer than 30 is not shown', () => {
  expect(toShare(1, 29)).toBeNull()
  expect(toShare(3, 30)).toBe(0.1)
})
