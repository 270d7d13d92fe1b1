import { expect, test } from 'vitest'
import { groupMarks, stack } from './series.ts'

test('bars of a label stand upon each other', () => {
  const series = [
    { name: 'one', values: [1, 2] },
    { name: 'two', values: [10, 0] },
    { name: 'three', values: [100, 5] },
  ]
  expect(stack(series)).toEqual([
    [1, 2],
    [11, 2],
    [111, 7],
  ])
})

test('marks of one label are named together', () => {
  const marks = [
    { index: 3, name: 'Version 2' },
    { index: 5, name: 'Version 3' },
    { index: 3, name: 'Autumn sale' },
  ]
  expect([...groupMarks(marks)]).toEqual([
    [3, 'Version 2 · Autumn sale'],
    [5, 'Version 3'],
  ])
})
