import { expect, test } from 'vitest'
import { DAY_MS } from './clock.ts'
import { firstIdAt, newId } from './ids.ts'

test('ids are unique and sort by creation order', () => {
  const ids = Array.from({ length: 20_000 }, newId)
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('ids sort after the first id of an earlier instant', () => {
  expect(newId() >= firstIdAt(Date.now() - DAY_MS)).toBe(true)
  expect(newId() < firstIdAt(Date.now() + DAY_MS)).toBe(true)
})
