import type { Transaction } from '@playhub/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pollReceiptLink } from './poll-receipt-link.ts'
import { formatIsoDate, groupByMonth } from './transactions.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a receipt that is ready is returned at once, without a message about waiting', async () => {
  const onWait = vi.fn()
  expect(await pollReceiptLink(async () => '/receipt', onWait)).toBe('/receipt')
  expect(onWait).not.toHaveBeenCalled()
})

test('a receipt that is not ready is polled, and the player is asked to wait once', async () => {
  const onWait = vi.fn()
  const responses = [null, null, '/receipt']
  const link = pollReceiptLink(async () => responses.shift() ?? null, onWait)
  await vi.advanceTimersByTimeAsync(4_000)
  expect(await link).toBe('/receipt')
  expect(onWait).toHaveBeenCalledOnce()
})

test('polling for a receipt ends after 15 requests', async () => {
  const fetchLink = vi.fn(async () => null)
  const link = pollReceiptLink(fetchLink, () => undefined)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await link).toBeNull()
  expect(fetchLink).toHaveBeenCalledTimes(15)
})

test('a transaction date is formatted as YYYY-MM-DD', () => {
  expect(formatIsoDate(new Date(2026, 0, 5, 23, 59).getTime())).toBe('2026-01-05')
})

test('payments are grouped by month, in their order', () => {
  const pay = (...day: [year: number, month: number, day: number]) =>
    ({ createTs: new Date(...day).getTime() }) as Transaction
  const [latest, first, earlier] = [pay(2026, 10, 20), pay(2026, 10, 1), pay(2025, 10, 30)]
  expect(groupByMonth([latest, first, earlier], 'en')).toEqual([
    { name: 'November 2026', rows: [latest, first] },
    { name: 'November 2025', rows: [earlier] },
  ])
})
