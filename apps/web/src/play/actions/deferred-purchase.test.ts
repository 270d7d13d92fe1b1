import { expect, test } from 'vitest'
import { deferPurchase, takeDeferredPurchase } from './deferred-purchase.ts'

test('a deferred purchase is returned for its game, once', () => {
  deferPurchase('islandm3', 'islandm3-hints', 0)
  expect(takeDeferredPurchase('islandm3', 1000)).toBe('islandm3-hints')
  expect(takeDeferredPurchase('islandm3', 1000)).toBeNull()
})

test('a deferred purchase of another game, or an expired one, is dropped', () => {
  deferPurchase('islandm3', 'islandm3-hints', 0)
  expect(takeDeferredPurchase('familytown', 1000)).toBeNull()
  deferPurchase('islandm3', 'islandm3-hints', 0)
  expect(takeDeferredPurchase('islandm3', 60 * 60 * 1000)).toBeNull()
})
