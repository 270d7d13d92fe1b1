import { expect, test } from 'vitest'
import { createFakePurchases, createPurchase } from '../../test/fakes.ts'
import type { PlayerSaves, SaveBase } from '../player-saves.ts'
import { deliver, deliverPending } from './delivery.ts'

interface Save extends SaveBase {
  readonly coins: number
}

const COINS: Record<string, number> = { purse: 5, sack: 20 }

function createDeps({ purchases = [] as ReturnType<typeof createPurchase>[], isStored = true } = {}) {
  let save: Save = { version: 1, coins: 0, grantedPurchases: [] }
  const saves: PlayerSaves<Save> = {
    current: () => save,
    async update(change) {
      save = change(save)
      return isStored
    },
    reload: async () => false,
  }
  const giveItem = (to: Save, itemId: string) => {
    const coins = COINS[itemId]
    return coins === undefined ? null : { ...to, coins: to.coins + coins }
  }
  return { hub: createFakePurchases(purchases), saves, giveItem }
}

test('a paid item is given and its purchase is consumed', async () => {
  const deps = createDeps()
  expect(await deliver(deps, createPurchase('p1', 'sack'))).toBe(true)
  expect(deps.saves.current().coins).toBe(20)
  expect(deps.hub.consumed).toEqual(['p1'])
})

test('a purchase that is reported twice gives its item once', async () => {
  const deps = createDeps()
  await deliver(deps, createPurchase('p1', 'purse'))
  expect(await deliver(deps, createPurchase('p1', 'purse'))).toBe(false)
  expect(deps.saves.current().coins).toBe(5)
  expect(deps.hub.consumed).toEqual(['p1', 'p1'])
})

test('an item stays given when consuming its purchase fails, and the next start consumes it', async () => {
  const deps = createDeps({ purchases: [createPurchase('p1', 'sack')] })
  const offlineHub = { ...deps.hub, consumePurchase: () => Promise.reject(new Error('offline')) }
  expect(await deliver({ ...deps, hub: offlineHub }, createPurchase('p1', 'sack'))).toBe(true)
  expect(await deliverPending(deps)).toEqual([])
  expect(deps.saves.current().coins).toBe(20)
  expect(deps.hub.consumed).toEqual(['p1'])
})

test('interrupted purchases are delivered at the start', async () => {
  const purchases = [createPurchase('p1', 'purse'), createPurchase('p2', 'sack')]
  const deps = createDeps({ purchases })
  expect(await deliverPending(deps)).toEqual(purchases)
  expect(deps.saves.current().coins).toBe(25)
})

test('a purchase is not consumed when this browser cannot store the item', async () => {
  const deps = createDeps({ isStored: false })
  await deliver(deps, createPurchase('p1', 'purse'))
  expect(deps.hub.consumed).toEqual([])
})

test('an item that this version of the game does not know stays unconsumed', async () => {
  const deps = createDeps()
  expect(await deliver(deps, createPurchase('p1', 'submarine'))).toBe(false)
  expect(deps.hub.consumed).toEqual([])
})

test('an item that is kept is given once in each browser, and its purchase is not consumed', async () => {
  const purchases = [createPurchase('p1', 'purse')]
  for (const browser of [createDeps({ purchases }), createDeps({ purchases })]) {
    const deps = { ...browser, isKept: () => true }
    expect(await deliverPending(deps)).toEqual(purchases)
    expect(await deliverPending(deps)).toEqual([])
    expect(deps.saves.current().coins).toBe(5)
    expect(deps.hub.consumed).toEqual([])
  }
})

test('a refunded purchase is not delivered', async () => {
  const deps = createDeps({ purchases: [{ ...createPurchase('p1', 'purse'), state: 'revoked' }] })
  expect(await deliverPending(deps)).toEqual([])
})
