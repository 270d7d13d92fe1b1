import { expect, test } from 'vitest'
import { createKeeper } from '../kit/keeper.ts'
import { type Chest, deliver } from '../kit/shop/delivery.ts'
import { NEW_SAVE, type Save, saves, spend, withReached } from './save.ts'
import { giveItem } from './shop/grants.ts'

function openStorage() {
  const items = new Map<string, string>()
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  }
}

test('the record only grows', () => {
  const good = withReached(NEW_SAVE, { score: 900, wave: 7 })
  expect(withReached(good, { score: 400, wave: 8 })).toMatchObject({ bestScore: 900, bestWave: 8 })
})

test('what was bought is given once, survives a reload, and can be spent', async () => {
  const storage = openStorage()
  const keeper = createKeeper(saves, 'anna', () => storage)
  const chest: Chest<Save> = {
    read: keeper.save,
    write: (save) => keeper.change(() => save),
    give: giveItem,
  }
  const counter = {
    getPurchases: async () => [],
    consumePurchase: async (id: string) => ({ id, alreadyConsumed: false }),
  }
  for (const [id, itemId] of [
    ['p1', 'neuroarena-energy'],
    ['p2', 'neuroarena-shields'],
    ['p3', 'neuroarena-aurora'],
    ['p1', 'neuroarena-energy'],
  ] as const)
    await deliver(counter, chest, { id, itemId, state: 'granted', createdAt: 0 })
  const again = createKeeper(saves, 'anna', () => storage)
  expect(again.save().bag).toEqual({ cells: 11, shields: 7, hasAurora: true })
  expect(spend(again.save(), 'cells')?.bag.cells).toBe(10)
})

test('nothing is spent that is not there, and an item of a newer version waits for it', () => {
  expect(spend({ ...NEW_SAVE, bag: { ...NEW_SAVE.bag, shields: 0 } }, 'shields')).toBeNull()
  expect(giveItem(NEW_SAVE, 'neuroarena-rocket')).toBeNull()
  expect(giveItem(NEW_SAVE, 'toString')).toBeNull()
})

test('a guest who signs in brings the record along, never things from the bag', () => {
  const guest = {
    ...withReached(NEW_SAVE, { score: 500, wave: 4 }),
    runs: 2,
    bag: { cells: 9, shields: 9, hasAurora: true },
  }
  const account = withReached(NEW_SAVE, { score: 300, wave: 6 })
  expect(saves.carryOver(guest, account)).toMatchObject({
    bestScore: 500,
    bestWave: 6,
    runs: 2,
    bag: NEW_SAVE.bag,
  })
  expect(saves.carryOver(NEW_SAVE, account)).toBe(account)
})

test('a save of an older shape keeps what it has, a broken one begins anew', () => {
  const old = { version: 1, bestScore: 80, bag: { cells: 3 }, grantedPurchases: ['p1'] }
  expect(saves.read(old)).toMatchObject({ bestScore: 80, bag: { cells: 3, shields: 2 } })
  expect(saves.read({ version: 0 })).toBeNull()
})
