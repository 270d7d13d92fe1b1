import { expect, test } from 'vitest'
import { dayIn, isTimeZone, parseDayStart, splitByOffset } from './time-zone.ts'

const at = (iso: string) => Date.parse(iso)

test('a day starts at midnight in its zone, in summer and in winter', () => {
  expect(parseDayStart('2026-11-25', 'UTC')).toBe(at('2026-11-25T00:00:00Z'))
  expect(parseDayStart('2026-11-25', 'Europe/Moscow')).toBe(at('2026-11-24T21:00:00Z'))
  expect(parseDayStart('2026-07-01', 'America/New_York')).toBe(at('2026-07-01T04:00:00Z'))
  expect(parseDayStart('2026-11-02', 'America/New_York')).toBe(at('2026-11-02T05:00:00Z'))
  expect(dayIn('Asia/Kolkata', at('2026-11-24T18:30:00Z'))).toBe('2026-11-25')
})

test('what is no day and no zone is reported', () => {
  for (const day of ['2026-02-30', 'yesterday', '2026-1-1', ''])
    expect(parseDayStart(day, 'UTC')).toBeUndefined()
  expect(['Europe/Moscow', 'UTC', 'Mars/Base', ''].map(isTimeZone)).toEqual([true, true, false, false])
})

test('a period is cut where the clocks change', () => {
  const period = { from: at('2026-01-01T05:00:00Z'), until: at('2027-01-01T05:00:00Z') }
  const [winter, spring, autumn] = [-5, -4, -5].map((hours) => hours * 3_600_000)
  const changes = [at('2026-03-08T07:00:00Z'), at('2026-11-01T06:00:00Z')] as const
  expect(splitByOffset(period, 'America/New_York')).toEqual([
    { from: period.from, until: changes[0], offsetMs: winter },
    { from: changes[0], until: changes[1], offsetMs: spring },
    { from: changes[1], until: period.until, offsetMs: autumn },
  ])
  expect(splitByOffset(period, 'UTC')).toEqual([{ ...period, offsetMs: 0 }])
})
