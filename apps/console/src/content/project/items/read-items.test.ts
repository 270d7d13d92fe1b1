import { expect, test } from 'vitest'
import { changeByPercent, readItems } from './read-items.ts'

test('an item shows its title in the wanted language, else in another, else its id', () => {
  const items = [
    { id: 'gold', title: { ru: 'Золото', en: 'Gold' }, price: { RUB: 99 }, isActive: false },
    { id: 'gems', title: { en: 'Gems' } },
    { id: 'pearls', price: 'free' },
    'no item',
  ]
  expect(readItems({ items }, ['ru', 'en']).map(({ title }) => title)).toEqual([
    'Золото',
    'Gems',
    'pearls',
    '',
  ])
  expect(readItems({ items }, ['ru'])[0]).toMatchObject({
    price: { RUB: 99, USD: undefined },
    isActive: false,
  })
  expect(readItems({ items: 'none' }, ['ru'])).toEqual([])
})

test.each([
  [99, 10, 109],
  [0.99, 10, 1.09],
  [4.99, -50, 2.5],
  [1, -50, 0.5],
  [199, 0, 199],
])('%d with %d %% is %d', (price, percent, changed) => {
  expect(changeByPercent(price, percent)).toBe(changed)
})
