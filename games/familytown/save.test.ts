import { expect, test } from 'vitest'
import { createPlayerSaves } from '../kit/player-saves.ts'
import { deliver } from '../kit/shop/delivery.ts'
import { giveItem } from '../kit/shop/panel.ts'
import { createFakePurchases, createMemoryStorage, createPurchase } from '../test/fakes.ts'
import { build } from './core/play.ts'
import { ITEMS } from './items.ts'
import { createSaveFormat, type Save } from './save.ts'

const saves = createSaveFormat(1)

function withBuilding(save: Save): Save {
  const step = build(save.play, save.play.town.indexOf(0))
  return step ? { ...save, play: step.play } : save
}

test('a town survives a reload, and each player has their own', () => {
  const storage = createMemoryStorage()
  const anna = createPlayerSaves(saves, 'anna', () => storage)
  anna.update(withBuilding)
  expect(createPlayerSaves(saves, 'anna', () => storage).current()).toEqual(anna.current())
  expect(createPlayerSaves(saves, 'boris', () => storage).current()).toEqual(saves.fresh)
})

test('an invalid save is replaced by a new town', () => {
  const storage = createMemoryStorage()
  storage.items.set('familytown:anna', '{"version":1,"grantedPurchases":[],"play":{"town":[1,2]}}')
  expect(createPlayerSaves(saves, 'anna', () => storage).current()).toEqual(saves.fresh)
})

test('a guest who signs in keeps the town, and items that the account bought are added', () => {
  const bought = { ...(giveItem(ITEMS, saves.fresh, 'familytown-coins') as Save), grantedPurchases: ['p1'] }
  const guest = withBuilding(saves.fresh)
  const merged = saves.carryOver(guest, bought)
  expect(merged.play.town).toEqual(guest.play.town)
  expect(merged.play.coins).toBe(guest.play.coins + 1000)
  expect(merged.grantedPurchases).toEqual(['p1'])
  expect(saves.carryOver(guest, withBuilding(bought))).toEqual(withBuilding(bought))
})

test.each([
  ['familytown-coins', { coins: 1060, crews: 1 }],
  ['familytown-builders', { coins: 60, crews: 6 }],
])('%s is given once, however often the hub reports its purchase', async (itemId, expected) => {
  const anna = createPlayerSaves(saves, 'anna', createMemoryStorage)
  const deps = {
    hub: createFakePurchases(),
    saves: anna,
    giveItem: (save: Save, id: string) => giveItem(ITEMS, save, id),
  }
  await deliver(deps, createPurchase('p1', itemId))
  await deliver(deps, createPurchase('p1', itemId))
  expect(anna.current().play).toMatchObject(expected)
})
