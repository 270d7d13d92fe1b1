import { expect, test } from 'vitest'
import { addDays, formatPeriod, getLastMonth, getToday, listClosedMonths } from './days.ts'

test("today is the day of the publisher's time zone", () => {
  const now = Date.parse('2026-03-31T22:30:00Z')
  expect(getToday(now, 'UTC')).toBe('2026-03-31')
  expect(getToday(now, 'Europe/Moscow')).toBe('2026-04-01')
})

test('days are added across months and changes of the clock', () => {
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
  expect(addDays('2026-03-28', 2)).toBe('2026-03-30')
})

test('the last month begins on its first day and ends on its last', () => {
  expect(getLastMonth('2026-03-31')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(getLastMonth('2026-01-01')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
})

test('closed months do not contain the current one', () => {
  expect(listClosedMonths('2026-02-10', 3)).toEqual(['2026-01', '2025-12', '2025-11'])
})

test('a period is a day or a month', () => {
  expect(formatPeriod('2026-03-03', 'en')).toBe('Mar 3, 2026')
  expect(formatPeriod('2026-03', 'en')).toBe('March 2026')
})
