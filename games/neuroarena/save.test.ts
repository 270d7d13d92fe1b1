import { expect, test } from 'vitest'
import { openPlayerSaves } from '../kit/player-saves.ts'
import { deliver } from '../kit/shop/delivery.ts'
import { giveItem, isKept } from '../kit/shop/panel.ts'
import { createFakePurchases, createFakeSaves, createPurchase, openStored } from '../test/fakes.ts'
import { ITEMS } from './items.ts'
import { NEW_SAVE, type Save, saves, spend, withRecords } from './save.ts'

test('a record is replaced only by a better one', () => {
  const good = withRecords(NEW_SAVE, { score: 900, wave: 7 })
  expect(withRecords(good, { score: 400, wave: 8 })).toMatchObject({ bestScore: 900, bestWave: 8 })
})

test('a bought item is given once, survives a reload, and can be spent', async () => {
  const hub = createFakeSaves()
  const deps = {
    hub: createFakePurchases(),
    saves: await openPlayerSaves(saves, hub),
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
  const reloaded = (await openPlayerSaves(saves, hub)).current()
  expect(reloaded.bag).toEqual({ cells: 11, shields: 7, hasAurora: true })
  expect(spend(reloaded, 'cells')?.bag.cells).toBe(10)
  expect(deps.hub.consumed).toEqual(['p1', 'p2', 'p1'])
})

test('nothing is spent when none is left, and an unknown item is not given', () => {
  expect(spend({ ...NEW_SAVE, bag: { ...NEW_SAVE.bag, shields: 0 } }, 'shields')).toBeNull()
  expect(giveItem(ITEMS, NEW_SAVE, 'neuroarena-rocket')).toBeNull()
  expect(giveItem(ITEMS, NEW_SAVE, 'toString')).toBeNull()
})

test('a guest who logs in keeps the records but not the bag', () => {
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

test('a save without newer fields gets their defaults, and an invalid one is rejected', async () => {
  const old = { version: 1, bestScore: 80, bag: { cells: 3 }, grantedPurchases: ['p1'] }
  expect(await openStored(saves, old)).toMatchObject({ bestScore: 80, bag: { cells: 3, shields: 2 } })
  expect(await openStored(saves, { ...old, version: 0 })).toEqual(NEW_SAVE)
})

test('two devices keep what both have bought and spent, and the better records', () => {
  const base = withRecords(NEW_SAVE, { score: 100, wave: 2 })
  const bought = { ...base, bag: { cells: 11, shields: 2, hasAurora: true }, grantedPurchases: ['p1'] }
  const played = { ...withRecords(base, { score: 900, wave: 5 }), runs: 1, bag: { ...base.bag, cells: 0 } }
  expect(saves.join(played, bought, base)).toMatchObject({
    bestScore: 900,
    runs: 1,
    bag: { cells: 10, shields: 2, hasAurora: true },
    grantedPurchases: ['p1'],
  })
})
