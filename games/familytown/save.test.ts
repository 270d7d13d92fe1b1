import { expect, test } from 'vitest'
import { createKeeper } from '../kit/keeper.ts'
import { type Chest, deliver } from '../kit/shop/delivery.ts'
import { build } from './core/play.ts'
import { type Save, savesFrom } from './save.ts'
import { giveItem } from './shop/grants.ts'

const saves = savesFrom(1)

function openStorage() {
  const items = new Map<string, string>()
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  }
}

function builtOnce(save: Save): Save {
  const step = build(save.play, save.play.town.indexOf(0))
  return step ? { ...save, play: step.play } : save
}

test('a town is there again after a reload, each player their own', () => {
  const storage = openStorage()
  const keeper = createKeeper(saves, 'anna', () => storage)
  keeper.change(builtOnce)
  expect(createKeeper(saves, 'anna', () => storage).save()).toEqual(keeper.save())
  expect(createKeeper(saves, 'boris', () => storage).save()).toEqual(saves.fresh)
})

test('a save that is not of this game gives a new town instead of a broken one', () => {
  const storage = openStorage()
  storage.items.set('familytown:anna', '{"version":1,"grantedPurchases":[],"play":{"town":[1,2]}}')
  expect(createKeeper(saves, 'anna', () => storage).save()).toEqual(saves.fresh)
})

test('a guest who signs in brings the town along, and what the account bought comes on top', () => {
  const bought = { ...(giveItem(saves.fresh, 'familytown-coins') as Save), grantedPurchases: ['p1'] }
  const guest = builtOnce(saves.fresh)
  const carried = saves.carryOver(guest, bought)
  expect(carried.play.town).toEqual(guest.play.town)
  expect(carried.play.coins).toBe(guest.play.coins + 1000)
  expect(carried.grantedPurchases).toEqual(['p1'])
  expect(saves.carryOver(guest, builtOnce(bought))).toEqual(builtOnce(bought))
})

test.each([
  ['familytown-coins', { coins: 1060, crews: 1 }],
  ['familytown-builders', { coins: 60, crews: 6 }],
])('%s comes once, however often the hub tells of it', async (itemId, expected) => {
  const keeper = createKeeper(saves, 'anna', openStorage)
  const chest: Chest<Save> = {
    read: keeper.save,
    write: (save: Save) => keeper.change(() => save),
    give: giveItem,
  }
  const hub = {
    getPurchases: async () => [],
    consumePurchase: async (id: string) => ({ id, alreadyConsumed: false }),
  }
  const purchase = { id: 'p1', itemId, state: 'granted', createdAt: 0 } as const
  await deliver(hub, chest, purchase)
  await deliver(hub, chest, purchase)
  expect(keeper.save().play).toMatchObject(expected)
})
