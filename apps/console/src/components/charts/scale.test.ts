import { expect, test } from 'vitest'
import { getAxisEnd } from './scale.ts'

test.each([
  [[], 2],
  [[0, 1], 2],
  [[3, 7], 8],
  [[1200], 2000],
  [[2300], 4000],
  [[5500], 6000],
  [[10], 10],
])('the axis of %j ends at %d', (values, end) => {
  expect(getAxisEnd(values)).toBe(end)
})
