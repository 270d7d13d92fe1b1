import { expect, test } from 'vitest'
import { readCohort, sumCohorts } from './cohorts.ts'

const row = (firstDay: string, players: number) => ({ firstDay, players, d1: 10, d7: 5, d30: 1 })

test('a day has a share once it is over', () => {
  const cohort = row('2026-03-01', 40)
  expect(readCohort(cohort, 1, '2026-03-02')).toBeNull()
  expect(readCohort(cohort, 1, '2026-03-03')).toEqual({ count: 10, share: 0.25 })
  expect(readCohort(cohort, 7, '2026-03-08')).toBeNull()
  expect(readCohort(cohort, 30, '2026-04-01')).toEqual({ count: 1, share: 0.025 })
})

test('fewer than 20 new players have a count only', () => {
  expect(readCohort(row('2026-03-01', 19), 7, '2026-04-01')).toEqual({ count: 5, share: null })
})

test('the sum has only the cohorts whose day is over', () => {
  const rows = [row('2026-03-01', 12), row('2026-03-02', 28), row('2026-03-03', 500)]
  expect(sumCohorts(rows, 1, '2026-03-04')).toEqual({ count: 20, share: 0.5 })
  expect(sumCohorts(rows, 7, '2026-03-04')).toBeNull()
})
