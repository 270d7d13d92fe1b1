import { expect, test } from 'vitest'
import { createKeeper } from '../kit/keeper.ts'
import { createSaveStore } from '../kit/save-store.ts'
import { startRound } from './core/round.ts'
import { NEW_SAVE, saves, withResult, withRound } from './save.ts'

function openStorage() {
  const items = new Map<string, string>()
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  }
}

test('a save comes back as it was kept, each player to their own', () => {
  const storage = openStorage()
  const anna = { ...NEW_SAVE, reached: 4, round: startRound(4, 1) }
  expect(createSaveStore(saves, () => storage).keep('anna', anna)).toBe(true)
  expect(createSaveStore(saves, () => storage).load('anna')).toEqual(anna)
  expect(createSaveStore(saves, () => storage).load('boris')).toEqual(NEW_SAVE)
})

test('a save that cannot be read gives a new game instead of a broken one', () => {
  const storage = openStorage()
  storage.items.set('islandm3:anna', '{"version":1,"gran')
  storage.items.set('islandm3:boris', '{"version":0}')
  const store = createSaveStore(saves, () => storage)
  expect([store.load('anna'), store.load('boris')]).toEqual([NEW_SAVE, NEW_SAVE])
})

test('without storage the save lives as long as the page, and says so', () => {
  const store = createSaveStore(saves, () => {
    throw new Error('blocked in this frame')
  })
  expect(store.keep('anna', { ...NEW_SAVE, reached: 2 })).toBe(false)
  expect(store.load('anna').reached).toBe(2)
})

test('a won level opens the next and keeps the best result', () => {
  const good = withResult(NEW_SAVE, 1, 3, 2000)
  const worse = withResult(good, 1, 1, 500)
  expect(worse.results[1]).toEqual({ stars: 3, score: 2000 })
  expect(worse.reached).toBe(2)
})

test('a round that is not won is put away, a won one becomes a result', () => {
  const round = startRound(1, 1)
  expect(withRound(NEW_SAVE, round).round).toBe(round)
  const won = withRound(NEW_SAVE, { ...round, collected: { shell: 99 }, score: 10 })
  expect(won).toMatchObject({ round: null, reached: 2, results: { 1: { stars: 1, score: 10 } } })
})

test('a guest who signs in brings levels along, never things from the bag', () => {
  const guest = { ...withResult(NEW_SAVE, 1, 2, 900), bag: { hints: 9, bombs: 9, movePacks: 9 } }
  const carried = saves.carryOver(guest, NEW_SAVE)
  expect(carried).toMatchObject({ reached: 2, bag: NEW_SAVE.bag })
  const played = withResult(NEW_SAVE, 5, 1, 100)
  expect(saves.carryOver(guest, played)).toBe(played)
})

test('what a guest played moves to the account, once', () => {
  const storage = openStorage()
  const keeper = createKeeper(saves, null, () => storage)
  keeper.change((save) => withResult(save, 1, 2, 900))
  keeper.become('anna')
  expect(keeper.save().reached).toBe(2)
  expect(createKeeper(saves, 'boris', () => storage).save().reached).toBe(1)
  expect(createKeeper(saves, 'anna', () => storage).save().reached).toBe(2)
})

test('a guest who came back signed in finds the same levels', () => {
  const storage = openStorage()
  createKeeper(saves, null, () => storage).change((save) => withResult(save, 1, 2, 900))
  expect(createKeeper(saves, 'anna', () => storage).save().reached).toBe(2)
})
