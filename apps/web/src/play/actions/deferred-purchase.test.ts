import { expect, test } from 'vitest'
import { rememberWantedItem, takeWantedItem } from './deferred-purchase.ts'

test('what a guest wanted is remembered for its game, once', () => {
  rememberWantedItem('islandm3', 'islandm3-hints', 0)
  expect(takeWantedItem('islandm3', 1000)).toBe('islandm3-hints')
  expect(takeWantedItem('islandm3', 1000)).toBeNull()
})

test('a wish for another game, or an old one, is forgotten', () => {
  rememberWantedItem('islandm3', 'islandm3-hints', 0)
  expect(takeWantedItem('familytown', 1000)).toBeNull()
  rememberWantedItem('islandm3', 'islandm3-hints', 0)
  expect(takeWantedItem('islandm3', 60 * 60 * 1000)).toBeNull()
})
