import { expect, test } from 'vitest'
import { pageNumbers } from './pagination.tsx'

test.each([
  [1, 1, '1'],
  [1, 3, '1 2 3'],
  [1, 42, '1 2 … 42'],
  [4, 42, '1 2 3 4 5 … 42'],
  [5, 42, '1 … 4 5 6 … 42'],
  [39, 42, '1 … 38 39 40 41 42'],
  [42, 42, '1 … 41 42'],
])('on page %i of %i the links are %s', (current, pages, numbers) => {
  expect(
    pageNumbers(current, pages)
      .map((number) => number ?? '…')
      .join(' '),
  ).toBe(numbers)
})
