import { expect, test } from 'vitest'
import { createMerge, openPlayerSaves } from '../kit/player-saves.ts'
import { createFakeSaves, openStored } from '../test/fakes.ts'
import { startRound } from './core/round.ts'
import { NEW_SAVE, saves, withResult, withRound } from './save.ts'

test('a stored save loads unchanged', async () => {
  const hub = createFakeSaves()
  const anna = { ...NEW_SAVE, reached: 4, round: startRound(4, 1) }
  expect(await (await openPlayerSaves(saves, hub)).update(() => anna)).toBe(true)
  expect((await openPlayerSaves(saves, hub)).current()).toEqual(anna)
})

test('an unreadable save is replaced by a new one', async () => {
  for (const stored of [{ version: 0 }, { version: 1, gran: 1 }]) {
    expect(await openStored(saves, stored)).toEqual(NEW_SAVE)
  }
})

test('a save that the hub cannot store lasts as long as the page, and update reports it', async () => {
  const hub = createFakeSaves()
  const anna = await openPlayerSaves(saves, hub)
  hub.fail()
  expect(await anna.update((save) => ({ ...save, reached: 2 }))).toBe(false)
  expect(anna.current().reached).toBe(2)
})

test('a save from elsewhere becomes current', async () => {
  const hub = createFakeSaves()
  const anna = await openPlayerSaves(saves, hub)
  hub.values.set('islandm3', { ...NEW_SAVE, reached: 7 })
  expect([await anna.reload(), await anna.reload(), anna.current().reached]).toEqual([true, false, 7])
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

test('a guest who logs in keeps the levels but not the bag', () => {
  const guest = { ...withResult(NEW_SAVE, 1, 2, 900), bag: { hints: 9, bombs: 9, movePacks: 9 } }
  const merged = saves.carryOver(guest, NEW_SAVE)
  expect(merged).toMatchObject({ reached: 2, bag: NEW_SAVE.bag })
  const played = withResult(NEW_SAVE, 5, 1, 100)
  expect(saves.carryOver(guest, played)).toBe(played)
})

test('the merge of a connection tells a login from two devices', () => {
  const merge = createMerge(saves)
  const base = withResult(NEW_SAVE, 1, 2, 900)
  const phone = { ...withResult(base, 2, 3, 100), bag: { ...base.bag, hints: 2 } }
  const laptop = { ...base, bag: { ...base.bag, hints: 8 }, grantedPurchases: ['p1'] }
  expect(merge('progress', { mine: phone, theirs: laptop, base })).toMatchObject({
    reached: 3,
    bag: { hints: 7 },
    grantedPurchases: ['p1'],
  })
  expect(merge('progress', { mine: phone, theirs: NEW_SAVE, base: null })).toMatchObject({
    reached: 3,
    bag: NEW_SAVE.bag,
  })
  expect(merge('progress', { mine: phone, theirs: null, base })).toEqual(phone)
})
