import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFakeSaveHub } from '../../../test/play/fake-save-hub.ts'
import { createMemoryDatabase } from '../../../test/play/memory-database.ts'
import type { PendingSave } from './save-database.ts'
import { createSaveQueue } from './save-queue.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

let savedAt = 0
const save = (value: string, version = 0, change: Partial<PendingSave> = {}): PendingSave => ({
  id: 'anna/island/progress/tab-1',
  playerId: 'anna',
  project: 'island',
  key: 'progress',
  value,
  version,
  savedAt: ++savedAt,
  tab: 'tab-1',
  isMergedByGame: false,
  ...change,
})

function openQueue(hasStorage = true) {
  const { hub, api, kept } = createFakeSaveHub()
  const { database, pending } = createMemoryDatabase(hasStorage)
  const results: unknown[] = []
  const browser = { player: 'anna' as string | null }
  const queue = createSaveQueue({
    database,
    api,
    getPlayerId: () => browser.player,
    onResult: (_save, { kind }) => results.push(kind),
  })
  return { hub, kept, pending, results, queue, browser }
}

test('a write that the hub confirms leaves nothing in the browser', async () => {
  const { queue, pending, hub } = openQueue()
  expect(await queue.write(save('1'))).toMatchObject({ kind: 'saved', version: 101 })
  expect([hub.saves.progress?.value, pending.size]).toEqual(['1', 0])
})

test('without a connection a write is kept, and goes out when it is back', async () => {
  const { queue, pending, hub, results } = openQueue()
  hub.isReachable = false
  expect(await queue.write(save('1'))).toEqual({ kind: 'queued' })
  expect(await queue.write(save('2'))).toEqual({ kind: 'queued' })
  expect([...pending.values()].map(({ value }) => value)).toEqual(['2'])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(results).toEqual([])
  hub.isReachable = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect([hub.writes.map(({ value }) => value), pending.size, results]).toEqual([['2'], 0, ['saved']])
})

test('a game that knows only the version before follows its own queued write', async () => {
  const { queue, hub } = openQueue()
  hub.isReachable = false
  await queue.write(save('1'))
  hub.isReachable = true
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await queue.write(save('2', 0))).toMatchObject({ kind: 'saved', version: 102 })
  expect(await queue.write(save('3', 101))).toMatchObject({ kind: 'saved', version: 103 })
})

test('a write whose response was lost is not a conflict with itself', async () => {
  const { queue, hub, pending, kept } = openQueue()
  hub.losesResponses = true
  expect(await queue.write(save('1'))).toEqual({ kind: 'queued' })
  hub.losesResponses = false
  await vi.advanceTimersByTimeAsync(2_000)
  expect([hub.saves.progress?.value, hub.saves.progress?.version, pending.size]).toEqual(['1', 101, 0])
  expect(await queue.write(save('2', 0))).toMatchObject({ kind: 'saved' })
  expect(kept).toEqual(['1'])
})

test('a conflict tells the current save, and the next write follows that', async () => {
  const { queue, hub, kept } = openQueue()
  hub.saves.progress = { value: 'theirs', version: 7, savedAt: 1 }
  expect(await queue.write(save('mine', 0))).toEqual({ kind: 'conflict', current: hub.saves.progress })
  expect(await queue.write(save('chosen', 7))).toMatchObject({ kind: 'saved' })
  expect(kept).toEqual(['mine'])
})

test('after a conflict with a removed save, a version of its own is not translated', async () => {
  const { queue, hub } = openQueue()
  await queue.write(save('1', 0))
  delete hub.saves.progress
  expect(await queue.write(save('2', 101))).toEqual({ kind: 'conflict', current: null })
  expect(await queue.write(save('2', 0))).toMatchObject({ kind: 'saved' })
})

test('a queued save in conflict stays in the browser until it is decided', async () => {
  const { queue, hub, pending, results } = openQueue()
  hub.isReachable = false
  await queue.write(save('mine', 0))
  hub.isReachable = true
  hub.saves.progress = { value: 'theirs', version: 7, savedAt: 1 }
  await vi.advanceTimersByTimeAsync(2_000)
  expect([results, pending.size]).toEqual([['conflict'], 1])
})

test('without storage nothing is confirmed that the hub does not have', async () => {
  const { queue, hub } = openQueue(false)
  expect(await queue.write(save('1'))).toMatchObject({ kind: 'saved' })
  hub.isReachable = false
  expect(await queue.write(save('2', 101))).toEqual({ kind: 'refused', code: 'STORAGE_REFUSED' })
})

test('what a closed tab has left is sent', async () => {
  const { queue, hub, pending } = openQueue()
  const left = save('1', 0, { id: 'anna/island/progress/closed', tab: 'closed' })
  pending.set(left.id, left)
  await queue.adopt([left])
  expect([hub.saves.progress?.value, pending.size]).toEqual(['1', 0])
})

test('a save that is written while an older one goes out is sent after it', async () => {
  const { queue, hub, pending } = openQueue()
  hub.isReachable = false
  await queue.write(save('1'))
  hub.isReachable = true
  const release = hub.hold()
  await vi.advanceTimersByTimeAsync(2_000)
  const newer = queue.write(save('2'))
  release()
  expect(await newer).toMatchObject({ kind: 'saved', version: 102 })
  expect([hub.saves.progress?.value, pending.size]).toEqual(['2', 0])
})

test('a write after one whose response was lost follows it', async () => {
  const { queue, hub, kept, results } = openQueue()
  hub.losesResponses = true
  await queue.write(save('1'))
  hub.losesResponses = false
  expect(await queue.write(save('2'))).toEqual({ kind: 'queued' })
  await vi.advanceTimersByTimeAsync(2_000)
  expect([hub.saves.progress?.value, results]).toEqual(['2', ['saved']])
  expect(await queue.write(save('3'))).toMatchObject({ kind: 'saved', version: 103 })
  expect(kept).toEqual(['2'])
})

test("a player's save does not go out while another player is logged in", async () => {
  const { queue, hub, pending, browser } = openQueue()
  hub.isReachable = false
  await queue.write(save('1'))
  hub.isReachable = true
  browser.player = 'bob'
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await queue.write(save('2'))).toEqual({ kind: 'queued' })
  await vi.advanceTimersByTimeAsync(120_000)
  expect([hub.writes, pending.size]).toEqual([[], 1])
  browser.player = 'anna'
  await queue.adopt([])
  expect([hub.saves.progress?.value, pending.size]).toEqual(['2', 0])
})

test('a queued save that the hub does not take now stays in the browser', async () => {
  const { queue, hub, pending, results } = openQueue()
  hub.isReachable = false
  await queue.write(save('1'))
  hub.isReachable = true
  hub.refusal = 'SAVES_FULL'
  await vi.advanceTimersByTimeAsync(2_000)
  expect([results, pending.size]).toEqual([['refused'], 1])
  expect(await queue.write(save('2', 0, { id: 'anna/island/other/tab-1', key: 'other' }))).toMatchObject({
    kind: 'refused',
  })
  expect(pending.size).toBe(1)
})

test('a save that does not arrive does not keep back those behind it', async () => {
  const { queue, hub } = openQueue()
  hub.isReachable = false
  await queue.write(save('1'))
  await queue.write(save('2', 0, { id: 'anna/island/other/tab-1', key: 'other' }))
  hub.isReachable = true
  hub.failingKey = 'progress'
  await vi.advanceTimersByTimeAsync(10_000)
  expect(hub.saves.other?.value).toBe('2')
})

test('a queue that is stopped tries no more', async () => {
  const { queue, hub } = openQueue()
  hub.isReachable = false
  const release = hub.hold()
  const written = queue.write(save('1'))
  queue.stop()
  release()
  await written
  hub.isReachable = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(hub.writes).toEqual([])
})

test('a queued save knows the version that it follows', async () => {
  const { queue, hub, pending } = openQueue()
  await queue.write(save('1'))
  hub.isReachable = false
  await queue.write(save('2'))
  expect([...pending.values()]).toMatchObject([{ value: '2', version: 101 }])
})
