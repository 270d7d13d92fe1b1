import { expect, test } from 'vitest'
import { openPlayerSaves } from '../kit/player-saves.ts'
import { deliver } from '../kit/shop/delivery.ts'
import { giveItem } from '../kit/shop/panel.ts'
import { createFakePurchases, createFakeSaves, createPurchase, openStored } from '../test/fakes.ts'
import { build } from './core/play.ts'
import { ITEMS } from './items.ts'
import { createSaveFormat, type Save } from './save.ts'

const saves = createSaveFormat(1)

function withBuilding(save: Save): Save {
  const step = build(save.play, save.play.town.indexOf(0))
  return step ? { ...save, play: step.play } : save
}

test('a town survives a reload', async () => {
  const hub = createFakeSaves()
  const anna = await openPlayerSaves(saves, hub)
  expect(await anna.update(withBuilding)).toBe(true)
  expect((await openPlayerSaves(saves, hub)).current()).toEqual(anna.current())
})

test('an invalid save is replaced by a new town', async () => {
  const stored = { version: 1, grantedPurchases: [], play: { town: [1, 2] } }
  expect(await openStored(saves, stored)).toEqual(saves.fresh)
})

test('a guest who logs in keeps the town, and items that the account bought are added', () => {
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
  const anna = await openPlayerSaves(saves, createFakeSaves())
  const deps = {
    hub: createFakePurchases(),
    saves: anna,
    giveItem: (save: Save, id: string) => giveItem(ITEMS, save, id),
  }
  await deliver(deps, createPurchase('p1', itemId))
  await deliver(deps, createPurchase('p1', itemId))
  expect(anna.current().play).toMatchObject(expected)
})

test('of two towns the one with more deliveries stays, with the coins of both', () => {
  const bought = { ...(giveItem(ITEMS, saves.fresh, 'familytown-coins') as Save), grantedPurchases: ['p1'] }
  const built = withBuilding(saves.fresh)
  const joined = saves.join(built, bought, saves.fresh)
  expect(joined.play.town).toEqual(built.play.town)
  expect(joined.play.coins).toBe(built.play.coins + 1000)
  expect(joined.grantedPurchases).toEqual(['p1'])
})
