import { expect, test } from 'vitest'
import { getAxisEnd } from './scale.ts'

test.each([
  [[], 1],
  [[0, 0], 1],
  [[3, 7], 10],
  [[1200], 2000],
  [[2300], 2500],
  [[5000], 5000],
])('the axis of %j ends at %d', (values, end) => {
  expect(getAxisEnd(values)).toBe(end)
})
