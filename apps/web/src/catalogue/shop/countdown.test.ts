import { expect, onTestFinished, test, vi } from 'vitest'
import { formatRemaining, msUntilChange, readRemaining, runAt } from './countdown.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const show = (restMs: number, language = 'en') => {
  const remaining = readRemaining(restMs)
  return remaining && formatRemaining(remaining, language)
}

test('a countdown counts the last day in minutes and the last minute in seconds, and never says zero', () => {
  expect(show(DAY + 1)).toBeNull()
  expect(show(DAY)).toBe('24 hr')
  expect(show(5 * HOUR + 11 * MINUTE + 1)).toBe('5 hr 12 min')
  expect(show(MINUTE + 1)).toBe('2 min')
  expect(show(MINUTE)).toBe('60 sec')
  expect(show(1)).toBe('1 sec')
  expect(show(0)).toBeNull()
  expect(show(5 * HOUR + 12 * MINUTE, 'ru')).toBe('5 ч 12 мин')
})

test('a countdown waits until its text changes', () => {
  expect(msUntilChange(2 * DAY)).toBe(HOUR)
  expect(msUntilChange(DAY + 5 * MINUTE)).toBe(5 * MINUTE)
  expect(msUntilChange(5 * HOUR)).toBe(MINUTE)
  expect(msUntilChange(5 * HOUR + 20 * SECOND)).toBe(20 * SECOND)
  expect(msUntilChange(MINUTE)).toBe(SECOND)
  expect(msUntilChange(500)).toBe(500)
  expect(msUntilChange(0)).toBeNull()
})

test('what waits for an instant does not run in a hidden tab, and runs once it is shown', () => {
  vi.useFakeTimers({ now: 0 })
  onTestFinished(() => void vi.useRealTimers())
  const page = Object.assign(new EventTarget(), { hidden: true })
  vi.stubGlobal('document', page)
  onTestFinished(() => void vi.unstubAllGlobals())
  let runs = 0
  runAt(MINUTE, () => runs++)
  vi.advanceTimersByTime(HOUR)
  expect(runs).toBe(0)
  page.hidden = false
  page.dispatchEvent(new Event('visibilitychange'))
  expect(runs).toBe(1)
})

test('what waits for an instant runs as soon as the player is back, also after the device slept', () => {
  vi.useFakeTimers({ now: 0 })
  onTestFinished(() => void vi.useRealTimers())
  const page = new EventTarget()
  vi.stubGlobal('document', page)
  onTestFinished(() => void vi.unstubAllGlobals())
  const runs: number[] = []
  runAt(3 * HOUR, () => runs.push(Date.now()))
  vi.advanceTimersByTime(HOUR)
  expect(runs).toEqual([])
  vi.setSystemTime(4 * HOUR)
  page.dispatchEvent(new Event('visibilitychange'))
  expect(runs).toEqual([4 * HOUR])
  page.dispatchEvent(new Event('visibilitychange'))
  vi.advanceTimersByTime(DAY)
  expect(runs).toHaveLength(1)
})
