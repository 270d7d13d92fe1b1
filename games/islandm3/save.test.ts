import { expect, test } from 'vitest'
import { createPlayerSaves } from '../kit/player-saves.ts'
import { createMemoryStorage } from '../test/fakes.ts'
import { startRound } from './core/round.ts'
import { NEW_SAVE, saves, withResult, withRound } from './save.ts'

test('a stored save loads unchanged, and each player has their own', () => {
  const storage = createMemoryStorage()
  const anna = { ...NEW_SAVE, reached: 4, round: startRound(4, 1) }
  expect(createPlayerSaves(saves, 'anna', () => storage).update(() => anna)).toBe(true)
  expect(createPlayerSaves(saves, 'anna', () => storage).current()).toEqual(anna)
  expect(createPlayerSaves(saves, 'boris', () => storage).current()).toEqual(NEW_SAVE)
})

test('an unreadable save is replaced by a new one', () => {
  const storage = createMemoryStorage()
  storage.items.set('islandm3:anna', '{"version":1,"gran')
  storage.items.set('islandm3:boris', '{"version":0}')
  expect(createPlayerSaves(saves, 'anna', () => storage).current()).toEqual(NEW_SAVE)
  expect(createPlayerSaves(saves, 'boris', () => storage).current()).toEqual(NEW_SAVE)
})

test('without storage a save lasts as long as the page, and update reports it', () => {
  const anna = createPlayerSaves(saves, 'anna', () => {
    throw new Error('blocked in this frame')
  })
  expect(anna.update((save) => ({ ...save, reached: 2 }))).toBe(false)
  expect(anna.current().reached).toBe(2)
  anna.switchTo('boris')
  anna.switchTo('anna')
  expect(anna.current().reached).toBe(2)
})

test('a won level opens the next one, and the best result is kept', () => {
  const good = withResult(NEW_SAVE, 1, 3, 2000)
  const worse = withResult(good, 1, 1, 500)
  expect(worse.results[1]).toEqual({ stars: 3, score: 2000 })
  expect(worse.reached).toBe(2)
})

test('an unfinished round is saved, a won one becomes a result', () => {
  const round = startRound(1, 1)
  expect(withRound(NEW_SAVE, round).round).toBe(round)
  const won = withRound(NEW_SAVE, { ...round, collected: { shell: 99 }, score: 10 })
  expect(won).toMatchObject({ round: null, reached: 2, results: { 1: { stars: 1, score: 10 } } })
})

test('a guest who signs in keeps the levels but not the bag', () => {
  const guest = { ...withResult(NEW_SAVE, 1, 2, 900), bag: { hints: 9, bombs: 9, movePacks: 9 } }
  const merged = saves.carryOver(guest, NEW_SAVE)
  expect(merged).toMatchObject({ reached: 2, bag: NEW_SAVE.bag })
  const played = withResult(NEW_SAVE, 5, 1, 100)
  expect(saves.carryOver(guest, played)).toBe(played)
})

test("a guest's save moves into the first account that signs in, once", () => {
  const storage = createMemoryStorage()
  const guest = createPlayerSaves(saves, null, () => storage)
  guest.update((save) => withResult(save, 1, 2, 900))
  guest.switchTo('anna')
  expect(guest.current().reached).toBe(2)
  expect(createPlayerSaves(saves, 'boris', () => storage).current().reached).toBe(1)
  expect(createPlayerSaves(saves, 'anna', () => storage).current().reached).toBe(2)
})

test("a guest's save is also merged when the next start is signed in", () => {
  const storage = createMemoryStorage()
  createPlayerSaves(saves, null, () => storage).update((save) => withResult(save, 1, 2, 900))
  expect(createPlayerSaves(saves, 'anna', () => storage).current().reached).toBe(2)
})
