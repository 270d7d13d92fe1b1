import { expect, test } from 'vitest'
import { addDays, formatPeriod, getDayEnd, getToday, toLocalTime, withOffset } from './days.ts'

const at = (day: string, zone: string) => new Date(getDayEnd(day, zone)).toISOString()

test("today is the day of the publisher's time zone", () => {
  const now = Date.parse('2026-03-31T22:30:00Z')
  expect(getToday(now, 'UTC')).toBe('2026-03-31')
  expect(getToday(now, 'Europe/Moscow')).toBe('2026-04-01')
})

test('days are added across months and changes of the clock', () => {
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
  expect(addDays('2026-03-28', 2)).toBe('2026-03-30')
})

test('a period is a day or a month', () => {
  expect(formatPeriod('2026-03-03', 'en')).toBe('Mar 3, 2026')
  expect(formatPeriod('2026-03', 'en')).toBe('March 2026')
})

test('a day ends at midnight of the time zone', () => {
  expect(at('2026-11-26', 'UTC')).toBe('2026-11-27T00:00:00.000Z')
  expect(at('2026-11-26', 'Europe/Moscow')).toBe('2026-11-26T21:00:00.000Z')
  expect(at('2026-12-31', 'America/Los_Angeles')).toBe('2027-01-01T08:00:00.000Z')
})

test('days around both changes of the clock end at midnight', () => {
  expect(at('2026-03-28', 'Europe/Berlin')).toBe('2026-03-28T23:00:00.000Z')
  expect(at('2026-03-29', 'Europe/Berlin')).toBe('2026-03-29T22:00:00.000Z')
  expect(at('2026-10-24', 'Europe/Berlin')).toBe('2026-10-24T22:00:00.000Z')
  expect(at('2026-10-25', 'Europe/Berlin')).toBe('2026-10-25T23:00:00.000Z')
})

test('a typed time gets the offset of the zone on its day, and is shown again as it was typed', () => {
  const typed = (local: string, zone: string) => {
    const text = withOffset(local, zone)
    return [text, toLocalTime(Date.parse(text), zone)]
  }
  expect(typed('2026-12-04T10:00', 'Europe/Moscow')).toEqual([
    '2026-12-04T10:00:00+03:00',
    '2026-12-04T10:00',
  ])
  expect(typed('2026-07-04T10:00', 'America/St_Johns')).toEqual([
    '2026-07-04T10:00:00-02:30',
    '2026-07-04T10:00',
  ])
  expect(typed('2026-03-29T01:59', 'Europe/Berlin')[0]).toBe('2026-03-29T01:59:00+01:00')
  expect(typed('2026-03-29T03:00', 'Europe/Berlin')[0]).toBe('2026-03-29T03:00:00+02:00')
  expect(typed('2026-12-04T10:00', 'UTC')[0]).toBe('2026-12-04T10:00:00+00:00')
})
