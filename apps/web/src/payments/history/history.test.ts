import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dayOf } from './day.ts'
import { waitForReceiptLink } from './receipt-link.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a receipt that is ready is given at once, without a word about waiting', async () => {
  const onWait = vi.fn()
  expect(await waitForReceiptLink(async () => '/receipt', onWait)).toBe('/receipt')
  expect(onWait).not.toHaveBeenCalled()
})

test('a receipt being made is waited for, and the player is told once', async () => {
  const onWait = vi.fn()
  const answers = [null, null, '/receipt']
  const link = waitForReceiptLink(async () => answers.shift() ?? null, onWait)
  await vi.advanceTimersByTimeAsync(4_000)
  expect(await link).toBe('/receipt')
  expect(onWait).toHaveBeenCalledOnce()
})

test('nobody waits for a receipt for ever', async () => {
  const ask = vi.fn(async () => null)
  const link = waitForReceiptLink(ask, () => undefined)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await link).toBeNull()
  expect(ask).toHaveBeenCalledTimes(15)
})

test('a day reads year, month, day', () => {
  expect(dayOf(new Date(2026, 0, 5, 23, 59).getTime())).toBe('2026-01-05')
})
