import { expect, test } from 'vitest'
import { padInList } from './pad-in-list.ts'

test.each([
  [['a'], ['a']],
  [
    ['a', 'b', 'c'],
    ['a', 'b', 'c', 'c'],
  ],
  [
    ['a', 'b', 'c', 'd'],
    ['a', 'b', 'c', 'd'],
  ],
])('%j stands in a list as %j', (values, padded) => {
  expect(padInList(values)).toEqual(padded)
})
