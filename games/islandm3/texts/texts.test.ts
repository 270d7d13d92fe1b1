import { expect, test } from 'vitest'
import { en } from './en.ts'
import { ru } from './ru.ts'

const shapeOf = (texts: object): unknown =>
  Object.fromEntries(
    Object.entries(texts).map(([key, value]) => [
      key,
      Array.isArray(value) ? value.length : typeof value === 'object' ? shapeOf(value) : typeof value,
    ]),
  )

test('both languages have every text', () => {
  expect(shapeOf(ru)).toEqual(shapeOf(en))
})

test('Russian counts in its three forms', () => {
  expect([1, 2, 5, 11, 21].map(ru.movesCount)).toEqual(['1 ход', '2 хода', '5 ходов', '11 ходов', '21 ход'])
})
