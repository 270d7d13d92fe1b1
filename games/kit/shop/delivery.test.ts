import type { Purchase } from '@playhub/game-sdk'
import { expect, test } from 'vitest'
import { type Chest, deliver, deliverPending } from './delivery.ts'

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

interface Bag {
  readonly coins: number
  readonly grantedPurchases: readonly string[]
}

const WORTH: Record<string, number> = { purse: 5, sack: 20 }

function openChest(isKept = true): Chest<Bag> & { content: Bag } {
  const chest = {
    content: { coins: 0, grantedPurchases: [] } as Bag,
    read: () => chest.content,
    write(save: Bag) {
      chest.content = save
      return isKept
    },
    give(save: Bag, itemId: string) {
      const worth = WORTH[itemId]
      return worth === undefined ? null : { ...save, coins: save.coins + worth }
    },
  }
  return chest
}

test('a paid item comes into the bag and is consumed afterwards', async () => {
  const [counter, chest] = [openCounter(), openChest()]
  expect(await deliver(counter, chest, purchaseOf('p1', 'sack'))).toBe(true)
  expect(chest.content.coins).toBe(20)
  expect(counter.consumed).toEqual(['p1'])
})

test('one purchase never gives twice, however often it is told', async () => {
  const [counter, chest] = [openCounter(), openChest()]
  await deliver(counter, chest, purchaseOf('p1', 'purse'))
  expect(await deliver(counter, chest, purchaseOf('p1', 'purse'))).toBe(false)
  expect(chest.content.coins).toBe(5)
  expect(counter.consumed).toEqual(['p1', 'p1'])
})

test('an item whose consuming failed stays given and is consumed at the next start', async () => {
  const [counter, chest] = [openCounter([purchaseOf('p1', 'sack')]), openChest()]
  const broken = { ...counter, consumePurchase: () => Promise.reject(new Error('offline')) }
  expect(await deliver(broken, chest, purchaseOf('p1', 'sack'))).toBe(true)
  expect(await deliverPending(counter, chest)).toEqual([])
  expect(chest.content.coins).toBe(20)
  expect(counter.consumed).toEqual(['p1'])
})

test('what an interrupted purchase left is given at the start', async () => {
  const left = [purchaseOf('p1', 'purse'), purchaseOf('p2', 'sack')]
  const [counter, chest] = [openCounter(left), openChest()]
  expect(await deliverPending(counter, chest)).toEqual(left)
  expect(chest.content.coins).toBe(25)
})

test('a purchase is not consumed when this browser cannot keep the item', async () => {
  const [counter, chest] = [openCounter(), openChest(false)]
  await deliver(counter, chest, purchaseOf('p1', 'purse'))
  expect(counter.consumed).toEqual([])
})

test('an item of a newer version of the game waits for it', async () => {
  const [counter, chest] = [openCounter(), openChest()]
  expect(await deliver(counter, chest, purchaseOf('p1', 'submarine'))).toBe(false)
  expect(counter.consumed).toEqual([])
})

test('a refunded purchase is not given', async () => {
  const [counter, chest] = [openCounter([{ ...purchaseOf('p1', 'purse'), state: 'revoked' }]), openChest()]
  expect(await deliverPending(counter, chest)).toEqual([])
})
