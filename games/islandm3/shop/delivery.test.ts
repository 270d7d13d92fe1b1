import type { Purchase } from '@playhub/game-sdk'
import { expect, test } from 'vitest'
import { type Chest, deliver, deliverPending } from './delivery.ts'
import type { Granting } from './grants.ts'

const purchaseOf = (id: string, itemId: string): Purchase => ({ id, itemId, state: 'granted', createdAt: 0 })

function openCounter(purchases: Purchase[] = []) {
  const consumed: string[] = []
  return {
    consumed,
    getPurchases: async () => purchases,
    async consumePurchase(id: string) {
      consumed.push(id)
      return { id, alreadyConsumed: false }
    },
  }
}

function openChest(isKept = true): Chest & { content: Granting } {
  const chest = {
    content: { bag: { hints: 0, bombs: 0, movePacks: 0 }, grantedPurchases: [] } as Granting,
    read: () => chest.content,
    write(granting: Granting) {
      chest.content = granting
      return isKept
    },
  }
  return chest
}

test('a paid item comes into the bag and is consumed afterwards', async () => {
  const [counter, chest] = [openCounter(), openChest()]
  expect(await deliver(counter, chest, purchaseOf('p1', 'islandm3-chest'))).toBe(true)
  expect(chest.content.bag).toEqual({ hints: 5, bombs: 3, movePacks: 1 })
  expect(counter.consumed).toEqual(['p1'])
})

test('one purchase never gives twice, however often it is told', async () => {
  const [counter, chest] = [openCounter(), openChest()]
  await deliver(counter, chest, purchaseOf('p1', 'islandm3-hints'))
  expect(await deliver(counter, chest, purchaseOf('p1', 'islandm3-hints'))).toBe(false)
  expect(chest.content.bag.hints).toBe(5)
  expect(counter.consumed).toEqual(['p1', 'p1'])
})

test('an item whose consuming failed stays given and is consumed at the next start', async () => {
  const [counter, chest] = [openCounter([purchaseOf('p1', 'islandm3-boosters')]), openChest()]
  const broken = { ...counter, consumePurchase: () => Promise.reject(new Error('offline')) }
  expect(await deliver(broken, chest, purchaseOf('p1', 'islandm3-boosters'))).toBe(true)
  expect(await deliverPending(counter, chest)).toEqual([])
  expect(chest.content.bag.bombs).toBe(3)
  expect(counter.consumed).toEqual(['p1'])
})

test('what an interrupted purchase left is given at the start', async () => {
  const left = [purchaseOf('p1', 'islandm3-hints'), purchaseOf('p2', 'islandm3-boosters')]
  const [counter, chest] = [openCounter(left), openChest()]
  expect(await deliverPending(counter, chest)).toEqual(left)
  expect(chest.content.bag).toEqual({ hints: 5, bombs: 3, movePacks: 0 })
})

test('a purchase is not consumed when this browser cannot keep the item', async () => {
  const [counter, chest] = [openCounter(), openChest(false)]
  await deliver(counter, chest, purchaseOf('p1', 'islandm3-hints'))
  expect(counter.consumed).toEqual([])
})

test('an item of a newer version of the game waits for it', async () => {
  const [counter, chest] = [openCounter(), openChest()]
  expect(await deliver(counter, chest, purchaseOf('p1', 'islandm3-submarine'))).toBe(false)
  expect(counter.consumed).toEqual([])
})

test('a refunded purchase is not given', async () => {
  const [counter, chest] = [
    openCounter([{ ...purchaseOf('p1', 'islandm3-hints'), state: 'revoked' }]),
    openChest(),
  ]
  expect(await deliverPending(counter, chest)).toEqual([])
})
