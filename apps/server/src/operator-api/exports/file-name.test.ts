import { expect, test } from 'vitest'
import { createFileName } from './file-name.ts'

const now = Date.parse('2026-11-29T22:30:00Z')
const name = (filter: Parameters<typeof createFileName>[1], projects?: string[]) =>
  createFileName('orders', filter, { projects, zone: 'Europe/Moscow', now })

test('a file is named after its project, period and zone', () => {
  expect(name({ project: ['islandm3'], month: '2026-10' })).toBe('orders-islandm3-2026-10-Europe-Moscow')
  expect(name({ from: '2026-10-01', to: '2026-10-31' })).toBe('orders-all-projects-2026-10-Europe-Moscow')
  expect(name({ from: '2026-02-01', to: '2026-02-27' })).toBe(
    'orders-all-projects-2026-02-01-2026-02-27-Europe-Moscow',
  )
  expect(name({ from: '2026-10-05', to: '2026-10-05' })).toBe('orders-all-projects-2026-10-05-Europe-Moscow')
  expect(name({ to: '2026-10-05' })).toBe('orders-all-projects-until-2026-10-05-Europe-Moscow')
})

test('without days it has the day of the export in the zone, and the only project that may be exported', () => {
  expect(name({}, ['familytown'])).toBe('orders-familytown-2026-11-30-Europe-Moscow')
  expect(name({ createdFrom: '2026-11-01' }, ['a', 'b'])).toBe(
    'orders-several-projects-2026-11-01-2026-11-30-Europe-Moscow',
  )
})

test('nothing in a filter leaves the quotes of the header', () => {
  expect(name({ project: ['a"\r\nx: y/../b'] })).toBe('orders-a-x-y-..-b-2026-11-30-Europe-Moscow')
})
