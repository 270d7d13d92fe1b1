import { expect, test } from 'vitest'
import { createPlayerSaves } from '../kit/player-saves.ts'
import { deliver } from '../kit/shop/delivery.ts'
import { giveItem, isKept } from '../kit/shop/panel.ts'
import { createFakePurchases, createMemoryStorage, createPurchase, openStored } from '../test/fakes.ts'
import { ITEMS } from './items.ts'
import { NEW_SAVE, type Save, saves, spend, withRecords } from './save.ts'

test('a record is replaced only by a better one', () => {
  const good = withRecords(NEW_SAVE, { score: 900, wave: 7 })
  expect(withRecords(good, { score: 400, wave: 8 })).toMatchObject({ bestScore: 900, bestWave: 8 })
})

test('a bought item is given once, survives a reload, and can be spent', async () => {
  const storage = createMemoryStorage()
  const deps = {
    hub: createFakePurchases(),
    saves: createPlayerSaves(saves, 'anna', () => storage),
    giveItem: (save: Save, id: string) => giveItem(ITEMS, save, id),
    isKept: (id: string) => isKept(ITEMS, id),
  }
  for (const [id, itemId] of [
    ['p1', 'neuroarena-energy'],
    ['p2', 'neuroarena-shields'],
    ['p3', 'neuroarena-aurora'],
    ['p1', 'neuroarena-energy'],
  ] as const)
    await deliver(deps, createPurchase(id, itemId))
  const reloaded = createPlayerSaves(saves, 'anna', () => storage).current()
  expect(reloaded.bag).toEqual({ cells: 11, shields: 7, hasAurora: true })
  expect(spend(reloaded, 'cells')?.bag.cells).toBe(10)
  expect(deps.hub.consumed).toEqual(['p1', 'p2', 'p1'])
})

test('nothing is spent when none is left, and an unknown item is not given', () => {
  expect(spend({ ...NEW_SAVE, bag: { ...NEW_SAVE.bag, shields: 0 } }, 'shields')).toBeNull()
  expect(giveItem(ITEMS, NEW_SAVE, 'neuroarena-rocket')).toBeNull()
  expect(giveItem(ITEMS, NEW_SAVE, 'toString')).toBeNull()
})

test('a guest who signs in keeps the records but not the bag', () => {
  const guest = {
    ...withRecords(NEW_SAVE, { score: 500, wave: 4 }),
    runs: 2,
    bag: { cells: 9, shields: 9, hasAurora: true },
  }
  const account = withRecords(NEW_SAVE, { score: 300, wave: 6 })
  expect(saves.carryOver(guest, account)).toMatchObject({
    bestScore: 500,
    bestWave: 6,
    runs: 2,
    bag: NEW_SAVE.bag,
  })
  expect(saves.carryOver(NEW_SAVE, account)).toBe(account)
})

test('a save without newer fields gets their defaults, and an invalid one is rejected', () => {
  const old = { version: 1, bestScore: 80, bag: { cells: 3 }, grantedPurchases: ['p1'] }
  expect(openStored(saves, old)).toMatchObject({ bestScore: 80, bag: { cells: 3, shields: 2 } })
  expect(openStored(saves, { ...old, version: 0 })).toEqual(NEW_SAVE)
})
