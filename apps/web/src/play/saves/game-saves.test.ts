import type { StorageRequest } from '@playhub/contract/boot-messages'
import type { BridgeEvents, Saves } from '@playhub/contract/bridge'
import {
  databasesSaveKey,
  type ItemSaveKey,
  itemSaveKeys,
  maxSavesBytes,
  storageSaveKey,
} from '@playhub/contract/saves/limits'
import { test as base, expect, vi } from 'vitest'
import { createFakeSaveHub } from '../../../test/play/fake-save-hub.ts'
import { createMemoryDatabase } from '../../../test/play/memory-database.ts'
import { createGameSaves, type GameSaves, type SaveQuestion } from './game-saves.ts'
import { type CollectedMessages, collectTabMessages } from './other-tabs.ts'
import type { PendingSave } from './save-database.ts'

const at = (value: unknown, version: number) => ({ value: JSON.stringify(value), version, savedAt: 5 })

const leftSave = (value: string, version: number): PendingSave => ({
  id: 'anna/island/progress/closed',
  playerId: 'anna',
  project: 'island',
  key: 'progress',
  value,
  version,
  savedAt: 1,
  tab: 'closed',
  isMergedByGame: false,
})

/** One browser, in which anna or a guest plays, and the hub with anna's saves. */
// biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's dependencies from the pattern
const test = base.extend('browser', ({}, { onCleanup }) => {
  const page = Object.assign(new EventTarget(), { hidden: false })
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  const { database, pending, guests } = createMemoryDatabase()
  const { hub, api, kept } = createFakeSaveHub()
  const tabs: GameSaves[] = []
  const questions: SaveQuestion[] = []
  const browser = {
    player: 'anna' as string | null,
    choice: 'account' as 'device' | 'account',
    hub,
    kept,
    pending,
    guests,
    questions,
    /** Plays to begin anew, for an ended page's writes. */
    restarts: 0,
    show: () => page.dispatchEvent(new Event('visibilitychange')),
    reconnect: () => page.dispatchEvent(new Event('online')),
    /**
     * Opens the game in a tab.
     * @param meanwhile  Happens while its start data is on the way.
     * @param collected  Messages from before the tab opens the game.
     */
    async open(
      isMergedByGame = false,
      saves: Saves = structuredClone(hub.saves),
      meanwhile?: () => Promise<unknown>,
      collected?: CollectedMessages,
    ) {
      const updates: BridgeEvents['saves'][] = []
      const storage: (StorageRequest & { key: ItemSaveKey })[] = []
      const tab = createGameSaves({
        project: 'island',
        getPlayerId: () => browser.player,
        database,
        api,
        onChange: (update) => updates.push(update),
        onLeft: () => {
          browser.restarts += 1
        },
        onStorage: (key, request) => storage.push({ key, ...request }),
      })
      tabs.push(tab)
      tab.setMergedByGame(isMergedByGame)
      await meanwhile?.()
      await tab.open(
        { player: { id: browser.player, name: '', isGuest: false }, saves },
        async (question) => {
          questions.push(question)
          return browser.choice
        },
        collected,
      )
      return {
        ...tab,
        updates,
        storage,
        set: (key: string, value: unknown, version = 0) =>
          tab.set({ key, value: JSON.stringify(value), version }),
        leave: tab.set,
      }
    },
  }
  onCleanup(() => {
    for (const tab of tabs) tab.close()
    vi.unstubAllGlobals()
  })
  return browser
})

test("a guest's saves stay in the browser, and a second guest's write finds the first", async ({
  browser,
}) => {
  browser.player = null
  const game = await browser.open()
  expect(await game.set('progress', 3)).toEqual({ state: 'saved', version: 1 })
  await expect(game.set('progress', 4)).rejects.toMatchObject({
    code: 'SAVE_CONFLICT',
    current: { version: 1 },
  })
  expect((await browser.open()).startData()).toMatchObject({
    saves: { progress: { value: '3', version: 1 } },
  })
  expect(browser.hub.writes).toEqual([])
})

test('a guest who logs in keeps what the account does not have, and the copy is deleted then', async ({
  browser,
}) => {
  browser.player = null
  await (await browser.open()).set('progress', 3)
  browser.player = 'anna'
  browser.hub.isReachable = false
  await browser.open()
  expect(browser.guests.size).toBe(1)
  browser.hub.isReachable = true
  const game = await browser.open()
  expect(game.startData().saves).toMatchObject({ progress: { value: '3', version: 101 } })
  expect([browser.hub.saves.progress?.value, browser.guests.size]).toEqual(['3', 0])
})

for (const choice of ['device', 'account'] as const) {
  test(`where both differ the player is asked once, and ${choice} wins`, async ({ browser }) => {
    browser.player = null
    await (await browser.open()).set('progress', 'guest')
    browser.hub.saves.progress = at('account', 7)
    browser.player = 'anna'
    browser.choice = choice
    const game = await browser.open()
    const chosen = choice === 'device' ? '"guest"' : '"account"'
    expect(browser.questions).toEqual([{ deviceSavedAt: expect.any(Number), accountSavedAt: 5 }])
    expect([game.startData().saves?.progress?.value, browser.hub.saves.progress?.value]).toEqual([
      chosen,
      chosen,
    ])
    await browser.open()
    expect([browser.questions.length, browser.guests.size, browser.kept]).toEqual([1, 0, ['"guest"']])
  })
}

test('a game with mergeSave gets both, and the copy is deleted once its save has arrived', async ({
  browser,
}) => {
  browser.player = null
  await (await browser.open(true)).set('progress', 'guest')
  browser.hub.saves.progress = at('account', 7)
  browser.player = 'anna'
  const game = await browser.open(true)
  expect(game.startData()).toMatchObject({
    saves: { progress: { value: '"account"' } },
    conflicts: { progress: { value: '"guest"' } },
  })
  expect(browser.guests.size).toBe(1)
  await game.set('progress', 'both', 7)
  expect([browser.questions, browser.guests.size, game.startData().conflicts]).toEqual([[], 0, undefined])
})

test('another tab is told of a save, and its older write is a conflict', async ({ browser }) => {
  const [first, second] = [await browser.open(), await browser.open()]
  await first.set('progress', 'first')
  await expect
    .poll(() => second.updates)
    .toEqual([{ saves: { progress: { value: '"first"', version: 101, savedAt: expect.any(Number) } } }])
  await expect(second.set('progress', 'second')).rejects.toMatchObject({ code: 'SAVE_CONFLICT' })
  expect([browser.hub.saves.progress?.value, browser.kept]).toEqual(['"first"', ['"second"']])
  expect(first.updates).toEqual([])
})

test('a game learns at its connection what another tab saved after its start data', async ({ browser }) => {
  const [first, second] = [await browser.open(), await browser.open()]
  second.startData()
  await first.set('progress', 'later', 0)
  await expect.poll(() => second.updates.length).toBe(1)
  second.setMergedByGame(true)
  await expect.poll(() => second.updates.length).toBe(2)
  expect(second.updates[1]?.saves.progress?.value).toBe('"later"')
  second.setMergedByGame(true)
  await Promise.resolve()
  expect(second.updates).toHaveLength(2)
})

test('a game has what another tab saved while its start data was on the way', async ({ browser }) => {
  const [first, third] = [await browser.open(), await browser.open()]
  const second = await browser.open(false, {}, async () => {
    await first.set('progress', 'later')
    // The message has reached all tabs.
    await expect.poll(() => third.updates.length).toBe(1)
  })
  await expect.poll(() => second.startData().saves).toMatchObject({ progress: { value: '"later"' } })
})

test('a game has what another tab saved before this tab had the code of saves', async ({ browser }) => {
  const [first, third] = [await browser.open(), await browser.open()]
  const collected = collectTabMessages()
  await first.set('progress', 'later')
  await expect.poll(() => third.updates.length).toBe(1)
  const second = await browser.open(false, {}, undefined, collected)
  expect(second.startData().saves).toMatchObject({ progress: { value: '"later"' } })
})

test('items of a storage that two tabs have changed are merged', async ({ browser }) => {
  browser.hub.saves.storage = at({ level: '1', coins: '5', old: 'x' }, 7)
  const [first, second] = [await browser.open(), await browser.open()]
  await first.set('storage', { level: '2', coins: '5', old: 'x' }, 7)
  await second.set('storage', { level: '1', coins: '9' }, 7)
  const merged = { level: '2', coins: '9' }
  expect(JSON.parse(browser.hub.saves.storage?.value ?? '')).toEqual(merged)
  await expect.poll(() => JSON.parse(second.updates.at(-1)?.saves.storage?.value ?? '{}')).toEqual(merged)
})

test('a game that has not read the merged items yet does not undo them', async ({ browser }) => {
  browser.hub.saves.storage = at({ level: '1', coins: '5' }, 7)
  const [first, second] = [await browser.open(), await browser.open()]
  await first.set('storage', { level: '2', coins: '5' }, 7)
  let { version } = await second.set('storage', { level: '1', coins: '9' }, 7)
  for (const coins of ['10', '11', '12', '13'])
    version = (await second.set('storage', { level: '1', coins }, version)).version
  expect(JSON.parse(browser.hub.saves.storage?.value ?? '')).toEqual({ level: '2', coins: '13' })
})

test.for(itemSaveKeys)(
  'items of the save %s that the boot script sends while older ones are merged are not undone',
  async (key, { browser }) => {
    browser.hub.saves[key] = at({ level: '1', coins: '5' }, 7)
    const game = await browser.open()
    browser.hub.saves[key] = at({ level: '2', coins: '5' }, 8)
    const release = browser.hub.hold()
    game.setStorage({ event: key, value: '{"level":"1","coins":"6"}', version: 7 })
    await Promise.resolve()
    game.setStorage({ event: key, value: '{"level":"1","coins":"7"}', version: 7 })
    release()
    const merged = { level: '2', coins: '7' }
    await expect.poll(() => JSON.parse(browser.hub.saves[key]?.value ?? '')).toEqual(merged)
    await expect.poll(() => JSON.parse(game.storage.at(-1)?.value ?? '{}')).toEqual(merged)
    expect(game.storage.filter(({ value }) => value?.includes('"6"'))).toEqual([])
  },
)

test("a game's localStorage and databases do not wait for one another", async ({ browser }) => {
  browser.hub.saves[storageSaveKey] = at({ level: '1' }, 7)
  const game = await browser.open()
  browser.hub.saves[storageSaveKey] = at({ level: '2' }, 8)
  const release = browser.hub.hold()
  game.setStorage({ event: storageSaveKey, value: '{"level":"1","coins":"6"}', version: 7 })
  await Promise.resolve()
  game.setStorage({ event: databasesSaveKey, value: '{"[\\"/idbfs\\"]":"x"}', version: 0 })
  release()
  const readSent = () => game.storage.map(({ key, value }) => [key, value])
  await expect.poll(readSent).toEqual(
    expect.arrayContaining([
      [storageSaveKey, '{"level":"2","coins":"6"}'],
      [databasesSaveKey, undefined],
    ]),
  )
})

test.for(itemSaveKeys)(
  "a game's %s learns its version, and another tab's items",
  async (key, { browser }) => {
    const [first, second] = [await browser.open(), await browser.open()]
    first.setStorage({ event: key, value: '{"level":"1"}', version: 0 })
    await expect.poll(() => first.storage).toEqual([{ key, version: 101 }])
    await expect.poll(() => second.storage).toEqual([{ key, version: 101, value: '{"level":"1"}' }])
    // The boot script had changes on their way, so it did not take those items.
    second.setStorage({ event: key, value: '{"coins":"5"}', version: 0 })
    const merged = { key, version: 102, value: '{"level":"1","coins":"5"}' }
    await expect.poll(() => second.storage.at(-1)).toEqual(merged)
    first.setStorage({ event: key, value: 'not items', version: 102 })
    first.setStorage({ event: key, value: '[]', version: 102 })
    await expect.poll(() => first.storage.at(-1)).toEqual(merged)
    expect(browser.hub.writes).toHaveLength(3)
  },
)

test('what a closed tab could not send goes out at the next start, and the game begins with it', async ({
  browser,
}) => {
  browser.pending.set('anna/island/progress/closed', leftSave('"offline"', 0))
  browser.hub.isReachable = false
  expect((await browser.open()).startData().saves).toMatchObject({
    progress: { value: '"offline"', version: 0 },
  })
  // The first tab has tried once more.
  await expect.poll(() => browser.hub.failures).toBe(2)
  browser.hub.isReachable = true
  expect((await browser.open()).startData().saves).toMatchObject({
    progress: { value: '"offline"', version: 101 },
  })
  expect(browser.pending.size).toBe(0)
})

test('what an ended page has left in its frame is asked about at the next start', async ({ browser }) => {
  browser.hub.saves.progress = at('laptop', 8)
  browser.hub.saves.storage = at({ level: '8' }, 8)
  const game = await browser.open()
  const left = { version: 7, savedAt: 5 }
  await game.leave({ key: 'progress', value: '"phone"', ...left })
  game.setStorage({ event: 'storage', value: '{"level":"7"}', ...left })
  await expect.poll(() => browser.restarts).toBe(2)
  expect([browser.questions, browser.hub.saves.progress?.value]).toEqual([[], '"laptop"'])
  browser.choice = 'device'
  await browser.open()
  expect(browser.questions).toMatchObject([{ deviceSavedAt: 5 }])
  expect([browser.hub.saves.progress?.value, browser.hub.saves.storage?.value]).toEqual([
    '"phone"',
    '{"level":"7"}',
  ])
  expect(browser.pending.size).toBe(0)
})

test('what an ended page has left is not kept for another player', async ({ browser }) => {
  const game = await browser.open()
  browser.player = null
  game.setStorage({ event: 'storage', value: '{"level":"7"}', version: 7, savedAt: 5 })
  await new Promise((resolve) => setTimeout(resolve))
  expect([browser.restarts, browser.pending.size]).toEqual([0, 0])
})

test('after a lost response and a closed tab, the next start asks nothing', async ({ browser }) => {
  const game = await browser.open()
  browser.hub.losesResponses = true
  expect(await game.set('progress', 'first')).toMatchObject({ state: 'queued' })
  browser.hub.isReachable = false
  expect(await game.set('progress', 'second')).toMatchObject({ state: 'queued' })
  game.close()
  Object.assign(browser.hub, { isReachable: true, losesResponses: false })
  await browser.open()
  expect([browser.questions, browser.hub.saves.progress?.value]).toEqual([[], '"second"'])
  expect(browser.pending.size).toBe(0)
})

test('a response lost before many more writes is no conflict at the next start', async ({ browser }) => {
  const game = await browser.open()
  browser.hub.losesResponses = true
  await game.set('progress', 'first')
  browser.hub.isReachable = false
  for (const level of [2, 3, 4, 5, 6]) await game.set('progress', level)
  game.close()
  Object.assign(browser.hub, { isReachable: true, losesResponses: false })
  await browser.open()
  expect([browser.questions, browser.hub.saves.progress?.value, browser.pending.size]).toEqual([[], '6', 0])
})

test("a closed tab's write follows its earlier one after an offline start, too", async ({ browser }) => {
  browser.hub.saves.progress = at('first', 7)
  const left = { ...leftSave('"second"', 0), earlier: ['"first"'] }
  browser.pending.set(left.id, left)
  browser.hub.isReachable = false
  const game = await browser.open(false, {})
  await expect.poll(() => browser.hub.failures).toBe(2)
  browser.hub.isReachable = true
  browser.reconnect()
  await expect.poll(() => browser.hub.saves.progress?.value).toBe('"second"')
  expect([game.updates, browser.pending.size]).toEqual([[], 0])
})

test('a write that ends after its page has left the game reaches the other tabs', async ({ browser }) => {
  const game = await browser.open()
  const other = await browser.open()
  const respond = browser.hub.hold()
  const write = game.set('progress', 'last')
  game.close()
  respond()
  expect(await write).toMatchObject({ state: 'saved' })
  await expect.poll(() => other.startData()).toMatchObject({ saves: { progress: { value: '"last"' } } })
})

test('a game begins with a write that has arrived after its start data', async ({ browser }) => {
  browser.hub.saves.progress = at('last', 8)
  browser.pending.set('anna/island/progress/closed', leftSave('"last"', 7))
  const game = await browser.open(false, { progress: at('before', 7) })
  expect(game.startData().saves).toMatchObject({ progress: { value: '"last"', version: 8 } })
  expect([browser.pending.size, browser.questions]).toEqual([0, []])
})

test('the same progress in another order is no conflict', async ({ browser }) => {
  browser.hub.saves.progress = { ...at(null, 7), value: '{"level":1,"coins":{"gold":2,"silver":[3,4]}}' }
  const value = '{"coins":{"silver":[3,4],"gold":2},"level":1}'
  browser.pending.set('anna/island/progress/closed', leftSave(value, 6))
  browser.guests.set('island', {
    saves: { progress: { value, version: 1, savedAt: 1 } },
    isMergedByGame: false,
  })
  await browser.open()
  expect([browser.questions, browser.pending.size, browser.guests.size]).toEqual([[], 0, 0])
  browser.pending.set('anna/island/progress/closed', leftSave(value.replace('[3,4]', '[4,3]'), 6))
  await browser.open()
  expect(browser.questions).toHaveLength(1)
})

test('nothing is queued for a player whose id is not known', async ({ browser }) => {
  browser.player = ''
  const game = await browser.open()
  await expect(game.list()).rejects.toMatchObject({ code: 'NOT_AVAILABLE' })
  await expect(game.set('progress', 'lost')).rejects.toMatchObject({ code: 'CLOSED' })
  expect(browser.pending.size).toBe(0)
  browser.player = 'anna'
  await game.list()
  expect(await game.set('progress', 'kept')).toMatchObject({ state: 'saved' })
})

test('another player who logs in has other saves', async ({ browser }) => {
  browser.hub.saves.progress = at('account', 7)
  browser.player = null
  const game = await browser.open()
  expect(await game.list()).toEqual({})
  browser.player = 'anna'
  expect(await game.list()).toMatchObject({ progress: { value: '"account"' } })
})

test('a write on its way while another player logs in is not theirs', async ({ browser }) => {
  browser.player = null
  const game = await browser.open()
  browser.player = 'anna'
  await expect(game.set('progress', "the guest's")).rejects.toMatchObject({ code: 'CLOSED' })
  expect([browser.hub.writes, browser.kept, browser.guests.size]).toEqual([[], [], 0])
  await game.list()
  expect(await game.set('progress', "anna's")).toMatchObject({ state: 'saved' })
})

for (const choice of ['device', 'account'] as const)
  test(`what two closed tabs have left is one question, and ${choice} wins`, async ({ browser }) => {
    browser.hub.saves.progress = at('account', 7)
    browser.choice = choice
    for (const tab of [2, 1]) {
      const id = `anna/island/progress/${tab}`
      browser.pending.set(id, { ...leftSave(`"tab ${tab}"`, 5), id, tab: `${tab}`, savedAt: tab })
    }
    await browser.open()
    expect(browser.questions).toEqual([{ deviceSavedAt: 2, accountSavedAt: 5 }])
    const chosen = choice === 'device' ? '"tab 2"' : '"account"'
    expect([browser.hub.saves.progress?.value, browser.pending.size]).toEqual([chosen, 0])
    expect(browser.kept).toEqual(['"tab 1"', '"tab 2"'])
  })

test('a game merges what closed tabs have left one after another', async ({ browser }) => {
  browser.hub.saves.progress = at('account', 7)
  for (const tab of [1, 2]) {
    const id = `anna/island/progress/${tab}`
    const left = { ...leftSave(`"tab ${tab}"`, 5), id, tab: `${tab}`, savedAt: tab, isMergedByGame: true }
    browser.pending.set(id, left)
  }
  const game = await browser.open(true)
  expect(game.startData().conflicts).toEqual({ progress: { value: '"tab 1"', savedAt: 1 } })
  await game.set('progress', 'account and tab 1', 7)
  expect(game.updates).toEqual([{ saves: {}, conflicts: { progress: { value: '"tab 2"', savedAt: 2 } } }])
  expect([...browser.pending.values()]).toMatchObject([{ value: '"tab 2"' }])
  await game.set('progress', 'all', 101)
  expect([browser.pending.size, game.updates.length]).toEqual([0, 1])
})

test('a write on its way while the game learns of a conflict does not decide it', async ({ browser }) => {
  browser.player = null
  await (await browser.open(true)).set('progress', 'guest')
  browser.hub.saves.progress = at('account', 7)
  const game = await browser.open(true)
  browser.player = 'anna'
  await game.list()
  const respond = browser.hub.hold()
  const write = game.set('progress', 'account, later', 7)
  await expect.poll(() => game.updates).toMatchObject([{ conflicts: { progress: { value: '"guest"' } } }])
  respond()
  const { version } = await write
  expect(browser.guests.size).toBe(1)
  await game.set('progress', 'both', version)
  expect(browser.guests.size).toBe(0)
})

test('the next call loads saves that the call before could not', async ({ browser }) => {
  browser.hub.saves.progress = at('account', 7)
  browser.player = null
  const game = await browser.open()
  browser.player = 'anna'
  browser.hub.isReachable = false
  await expect(game.list()).rejects.toThrow('Unreachable')
  browser.hub.isReachable = true
  expect(await game.list()).toMatchObject({ progress: { value: '"account"' } })
})

test('items of the player before are not those of the next one', async ({ browser }) => {
  const game = await browser.open()
  browser.player = null
  expect(await game.list()).toEqual({})
  for (const key of itemSaveKeys) game.setStorage({ event: key, value: '{"level":"9"}', version: 0 })
  await new Promise((resolve) => setTimeout(resolve))
  expect(browser.guests.size).toBe(0)
})

test('what this page could not send before the game was left is there when it opens again', async ({
  browser,
}) => {
  browser.hub.saves.progress = at(1, 7)
  const before = await browser.open()
  browser.hub.isReachable = false
  expect(await before.set('progress', 2, 7)).toMatchObject({ state: 'queued' })
  before.close()
  browser.hub.isReachable = true
  const game = await browser.open()
  expect(game.startData().saves).toMatchObject({ progress: { value: '2', version: 101 } })
  expect([browser.hub.saves.progress?.value, browser.pending.size, browser.questions]).toEqual(['2', 0, []])
})

test('a game continues what a closed tab has left, and is not in conflict with it', async ({ browser }) => {
  browser.pending.set('anna/island/progress/closed', leftSave('"offline"', 0))
  browser.hub.isReachable = false
  const game = await browser.open()
  await expect.poll(() => browser.hub.failures).toBe(2)
  expect(await game.set('progress', 'later')).toMatchObject({ state: 'queued' })
  browser.hub.isReachable = true
  game.close()
  expect((await browser.open()).startData().saves).toMatchObject({ progress: { value: '"later"' } })
  expect([browser.kept, browser.questions]).toEqual([[], []])
})

test('what the hub does not take now is tried at the next start', async ({ browser }) => {
  browser.pending.set('anna/island/progress/closed', leftSave('"offline"', 0))
  browser.hub.refusal = 'SAVES_FULL'
  const game = await browser.open()
  expect(game.startData().saves).toMatchObject({ progress: { value: '"offline"' } })
  await expect(game.set('progress', 'later')).rejects.toMatchObject({ code: 'SAVES_FULL' })
  game.close()
  browser.hub.refusal = null
  await browser.open()
  expect([browser.hub.saves.progress?.value, browser.pending.size]).toEqual(['"later"', 0])
})

test('a save without room does not replace one that waits for the hub', async ({ browser }) => {
  const game = await browser.open()
  browser.hub.isReachable = false
  expect(await game.set('progress', 'small')).toMatchObject({ state: 'queued' })
  await expect(game.set('progress', 'x'.repeat(maxSavesBytes))).rejects.toMatchObject({
    code: 'SAVE_TOO_LARGE',
  })
  expect([...browser.pending.values()]).toMatchObject([{ value: '"small"' }])
})

test('items that were changed without a connection are merged with those of another device', async ({
  browser,
}) => {
  browser.hub.saves.storage = at({ level: '1', coins: '5' }, 7)
  const game = await browser.open()
  browser.hub.isReachable = false
  await game.set('storage', { level: '2', coins: '5' }, 7)
  await game.set('storage', { level: '3', coins: '5' }, 7)
  browser.hub.saves.storage = at({ level: '1', coins: '9' }, 8)
  browser.hub.isReachable = true
  browser.reconnect()
  const merged = { level: '3', coins: '9' }
  await expect.poll(() => JSON.parse(browser.hub.saves.storage?.value ?? '')).toEqual(merged)
  await expect.poll(() => JSON.parse(game.storage.at(-1)?.value ?? '{}')).toEqual(merged)
})

test('a list that is older than a write of the game changes nothing', async ({ browser }) => {
  browser.hub.saves.progress = at(1, 7)
  browser.hub.saves.removed = at(1, 7)
  const game = await browser.open()
  const release = browser.hub.hold()
  browser.show()
  await expect.poll(() => browser.hub.lists).toBe(1)
  await game.set('progress', 2, 7)
  await game.set('new', 1, 0)
  delete browser.hub.saves.removed
  release()
  await new Promise((resolve) => setTimeout(resolve))
  browser.show()
  await expect.poll(() => game.updates).toEqual([{ saves: { removed: null } }])
})

test("a list that arrives after the next player's login is not theirs", async ({ browser }) => {
  const game = await browser.open()
  browser.hub.saves.progress = at("anna's", 7)
  const release = browser.hub.hold()
  browser.show()
  await expect.poll(() => browser.hub.lists).toBe(1)
  browser.player = null
  release()
  await new Promise((resolve) => setTimeout(resolve))
  expect([await game.list(), game.updates]).toEqual([{}, []])
})
