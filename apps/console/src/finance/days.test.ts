import { expect, test } from 'vitest'
import { getLastMonth, listClosedMonths } from './days.ts'

test('the last month begins on its first day and ends on its last', () => {
  expect(getLastMonth('2026-03-31')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(getLastMonth('2026-01-01')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
})

test('closed months do not contain the current one', () => {
  expect(listClosedMonths('2026-02-10', 3)).toEqual(['2026-01', '2025-12', '2025-11'])
})
