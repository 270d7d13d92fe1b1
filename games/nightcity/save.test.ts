import { expect, test } from 'vitest'
import { openStored } from '../test/fakes.ts'
import { ITEMS } from './items.ts'
import { NEW_SAVE, saves, withChips } from './save.ts'

const give = (id: string) => ITEMS.find((item) => item.id === id)?.give(NEW_SAVE)

test('bought chips are added, and the velvet deck is kept', () => {
  expect(give('nightcity-chips')).toMatchObject({ chips: 600 })
  expect(give('nightcity-velvet')).toMatchObject({ hasVelvet: true, chips: 100 })
})

test('the most chips are remembered', () => {
  expect(withChips(withChips(NEW_SAVE, 900), 0)).toMatchObject({ chips: 0, mostChips: 900 })
})

test('a save of another shape is not read', async () => {
  const readChips = async (stored: object) => (await openStored(saves, stored)).chips
  expect(await readChips({ version: 2, chips: 5, grantedPurchases: ['p'] })).toBe(NEW_SAVE.chips)
  expect(await readChips({ version: 1, chips: 5 })).toBe(NEW_SAVE.chips)
  expect(await openStored(saves, { version: 1, chips: 5, grantedPurchases: ['p'] })).toMatchObject({
    chips: 5,
    rounds: 0,
  })
})

test('a guest who logs in keeps the record, not the chips of the house', () => {
  const guest = { ...NEW_SAVE, chips: 400, mostChips: 400, rounds: 9 }
  const account = { ...NEW_SAVE, chips: 50, rounds: 2 }
  expect(saves.carryOver(guest, account)).toMatchObject({ chips: 50, mostChips: 400, rounds: 11 })
  expect(saves.carryOver(NEW_SAVE, account)).toBe(account)
})

test('two tabs that play with the same chips win and lose for both', () => {
  const base = { ...NEW_SAVE, chips: 100 }
  const bought = { ...base, chips: 600, grantedPurchases: ['p1'] }
  const lost = { ...base, chips: 80, rounds: 2, hasVelvet: true }
  expect(saves.join(lost, bought, base)).toMatchObject({
    chips: 580,
    rounds: 2,
    hasVelvet: true,
    grantedPurchases: ['p1'],
  })
})
