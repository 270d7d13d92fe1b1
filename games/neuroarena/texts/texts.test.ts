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

test('both languages have every text, and Russian counts in its three forms', () => {
  expect(shapeOf(ru)).toEqual(shapeOf(en))
  expect([1, 2, 5, 11, 21].map(ru.points)).toEqual(['1 очко', '2 очка', '5 очков', '11 очков', '21 очко'])
})
