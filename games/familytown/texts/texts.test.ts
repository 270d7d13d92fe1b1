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

test('Russian counts families and buildings in its three forms', () => {
  expect([1, 2, 5, 11, 21].map(ru.familiesCount)).toEqual([
    '1 семья',
    '2 семьи',
    '5 семей',
    '11 семей',
    '21 семья',
  ])
  const wishes = [1, 3, 6].map((goal) => ru.wish({ kind: 'build', level: 2 }, goal))
  expect(wishes).toEqual(['Постройте хижину', 'Постройте 3 хижины', 'Постройте 6 хижин'])
})
