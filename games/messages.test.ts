import { expect, test } from 'vitest'
import { en as familytownEn } from './familytown/messages/en.ts'
import { ru as familytownRu } from './familytown/messages/ru.ts'
import { en as islandEn } from './islandm3/messages/en.ts'
import { ru as islandRu } from './islandm3/messages/ru.ts'
import { en as neuroarenaEn } from './neuroarena/messages/en.ts'
import { ru as neuroarenaRu } from './neuroarena/messages/ru.ts'
import { en as nightcityEn } from './nightcity/messages/en.ts'
import { ru as nightcityRu } from './nightcity/messages/ru.ts'

const toShape = (messages: object): unknown =>
  Object.fromEntries(
    Object.entries(messages).map(([key, value]) => [
      key,
      Array.isArray(value) ? value.length : typeof value === 'object' ? toShape(value) : typeof value,
    ]),
  )

test.each([
  ['islandm3', islandEn, islandRu],
  ['familytown', familytownEn, familytownRu],
  ['neuroarena', neuroarenaEn, neuroarenaRu],
  ['nightcity', nightcityEn, nightcityRu],
])('%s has every text in both languages', (_game, en, ru) => {
  expect(toShape(ru)).toEqual(toShape(en))
})

test.each([
  [islandRu.movesCount, ['1 ход', '2 хода', '5 ходов', '11 ходов', '21 ход']],
  [familytownRu.familiesCount, ['1 семья', '2 семьи', '5 семей', '11 семей', '21 семья']],
  [nightcityRu.chips, ['1 фишка', '2 фишки', '5 фишек', '11 фишек', '21 фишка']],
  [neuroarenaRu.points, ['1 очко', '2 очка', '5 очков', '11 очков', '21 очко']],
])('Russian uses its three plural forms (%#)', (label, forms) => {
  expect([1, 2, 5, 11, 21].map(label)).toEqual(forms)
})

test('Russian names buildings in three plural forms', () => {
  const wishes = [1, 3, 6].map((goal) => familytownRu.wish({ kind: 'build', level: 2 }, goal))
  expect(wishes).toEqual(['Постройте хижину', 'Постройте 3 хижины', 'Постройте 6 хижин'])
})
