import { expect, test } from 'vitest'
import { pageNumbers } from './page-numbers.ts'

test.each([
  [1, 1, '1'],
  [1, 3, '1 2 3'],
  [1, 42, '1 2 … 42'],
  [4, 42, '1 2 3 4 5 … 42'],
  [5, 42, '1 … 4 5 6 … 42'],
  [39, 42, '1 … 38 39 40 41 42'],
  [42, 42, '1 … 41 42'],
])('on page %i of %i the way leads to %s', (shown, pages, numbers) => {
  expect(
    pageNumbers(shown, pages)
      .map((number) => number ?? '…')
      .join(' '),
  ).toBe(numbers)
})
