import type { CallParams, Saves } from '@playhub/contract/bridge-protocol'
import { readCallParams } from '@playhub/contract/plays/call-params'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSaves, type MergeSave } from './saves.ts'
import { PlayhubError, type Transport } from './transport.ts'
import { restoreSaves, type SavesStart } from './unsent-saves.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A hub with these saves, which another device may change. */
function openSaves(
  stored: Saves = {},
  mergeSave?: MergeSave,
  conflicts?: Saves,
  { playerId = 'anna', isStarted = true } = {},
) {
  const hub: Saves = structuredClone(stored)
  const sent: CallParams<'saves.set'>[] = []
  const changes: string[] = []
  const start: SavesStart = {
    ...(isStarted && { saves: structuredClone(stored) }),
    project: { id: 'island', name: 'Island' },
    player: { id: playerId, name: '', isGuest: false },
    ...(conflicts && { conflicts }),
  }
  restoreSaves(start)
  const write = (key: string, value: string, version: number) => {
    hub[key] = { value, version, savedAt: 1 }
  }
  let isGone = false
  let isOffline = false
  const call = async (name: string, params: CallParams<'saves.set'>) => {
    if (isOffline) throw new PlayhubError('OFFLINE')
    if (name === 'saves.list') return structuredClone(hub)
    if (isGone) return new Promise(() => {})
    const read = readCallParams('saves.set', params)
    if ('error' in read) throw new PlayhubError(read.error.code, read.error.message)
    sent.push(params)
    const { key, value, version } = params
    const current = hub[key] ?? null
    if ((current?.version ?? 0) !== version) throw new PlayhubError('SAVE_CONFLICT', undefined, current)
    if (value === null) delete hub[key]
    else write(key, value, version + 1)
    return { state: 'saved', version: version + 1 }
  }
  const { api, receive, reset } = createSaves({
    transport: { call } as unknown as Transport,
    start,
    mergeSave,
    onChange: (key) => changes.push(key),
  })
  const leave = () => {
    isGone = true
  }
  const setOffline = (isOff: boolean) => {
    isOffline = isOff
  }
  return { saves: api, hub, sent, changes, start, write, receive, reset, leave, setOffline }
}
const saved = (value: unknown, version = 1) => ({ value: JSON.stringify(value), version, savedAt: 1 })

test('a save is read without a call, and a set value is read back at once', async () => {
  const { saves, sent } = openSaves({ progress: saved({ level: 3 }) })
  expect(await saves.get('progress')).toEqual({ level: 3 })
  expect(await saves.get('constructor')).toBeNull()
  expect(sent).toEqual([])
  const result = saves.set('progress', { level: 4 })
  expect(await saves.get('progress')).toEqual({ level: 4 })
  expect(await result).toEqual({ state: 'saved', version: 2 })
})

test('writes of one task are sent at once as one, and so are those of the next 500 ms', async () => {
  const { saves, sent, hub } = openSaves()
  const first = [1, 2, 3].map((level) => saves.set('progress', level))
  const other = saves.set('constructor', 'x')
  await vi.advanceTimersByTimeAsync(1)
  const later = [4, 5].map((level) => saves.set('progress', level))
  await vi.advanceTimersByTimeAsync(498)
  expect(sent.map(({ key, value }) => `${key} ${value}`)).toEqual(['progress 3', 'constructor "x"'])
  await vi.advanceTimersByTimeAsync(1)
  expect(sent.at(-1)).toEqual({ key: 'progress', value: '5', version: 1 })
  const results = await Promise.all([...first, ...later])
  expect(results.map(({ version }) => version)).toEqual([1, 1, 1, 2, 2])
  expect([await other, hub.progress?.value]).toEqual([{ state: 'saved', version: 1 }, '5'])
})

test('a removed save is gone, and a new one begins at no version', async () => {
  const { saves, sent, hub } = openSaves({ progress: saved(1, 5) })
  await saves.remove('progress')
  expect([await saves.get('progress'), hub]).toEqual([null, {}])
  const set = saves.set('progress', 2)
  await vi.advanceTimersByTimeAsync(500)
  await set
  expect(sent.map(({ version }) => version)).toEqual([5, 0])
})

test('a conflict rejects with both saves and their base, and the next write wins', async () => {
  const { saves, write, hub } = openSaves({ progress: saved('base') })
  write('progress', '"theirs"', 2)
  await expect(saves.set('progress', 'mine')).rejects.toMatchObject({
    code: 'SAVE_CONFLICT',
    conflict: { mine: 'mine', theirs: 'theirs', base: 'base' },
  })
  expect(await saves.get('progress')).toBe('mine')
  const set = saves.set('progress', 'chosen')
  await vi.advanceTimersByTimeAsync(500)
  expect(await set).toEqual({ state: 'saved', version: 3 })
  expect(hub.progress?.value).toBe('"chosen"')
})

test('a write from before a merge is merged as well', async () => {
  const merge: MergeSave = (_key, { mine, theirs }) => [...new Set([...theirs, ...mine])]
  const { saves, sent, write, hub } = openSaves({ items: saved(['a']) }, merge)
  write('items', '["a","theirs"]', 2)
  const first = saves.set('items', ['a', 'b'])
  while (sent.length === 0) await Promise.resolve()
  const second = saves.set('items', ['a', 'b', 'c'])
  await vi.advanceTimersByTimeAsync(500)
  await Promise.all([first, second])
  expect(hub.items?.value).toBe('["a","theirs","b","c"]')
  expect(await saves.get('items')).toEqual(['a', 'theirs', 'b', 'c'])
})

test('a write that waits behind two merges lacks neither', async () => {
  const merge: MergeSave = (_key, { mine, theirs }) => [...new Set([...theirs, ...mine])]
  const { saves, sent, write, hub } = openSaves({ items: saved(['a']) }, merge)
  write('items', '["a","one"]', 2)
  const first = saves.set('items', ['a', 'b'])
  while (sent.length < 2) {
    if (sent.length === 1) write('items', '["a","one"]', 3)
    await Promise.resolve()
  }
  // The game has read the first merge, and the hub refuses it.
  write('items', '["a","one","two"]', 4)
  const second = saves.set('items', ['a', 'one', 'b', 'c'])
  await vi.advanceTimersByTimeAsync(500)
  await Promise.all([first, second])
  expect(hub.items?.value).toBe('["a","one","two","b","c"]')
})

test('a game reads a merge with its waiting write, and what it writes then is not merged again', async () => {
  const merge: MergeSave = (_key, { mine, theirs, base }) => mine + theirs - base
  const { saves, sent, write, hub, changes } = openSaves({ coins: saved(5) }, merge)
  write('coins', '8', 2)
  const first = saves.set('coins', 6)
  while (sent.length === 0) await Promise.resolve()
  const second = saves.set('coins', 7)
  while (changes.length === 0) await Promise.resolve()
  expect(await saves.get('coins')).toBe(10)
  const third = saves.set('coins', 11)
  await vi.advanceTimersByTimeAsync(500)
  await Promise.all([first, second, third])
  expect([hub.coins?.value, changes]).toEqual(['11', ['coins']])
})

test('mergeSave makes one save of two, and the game is told to read it', async () => {
  const merge: MergeSave = (_key, { mine, theirs }) => Math.max(mine as number, theirs as number)
  const { saves, write, hub, changes } = openSaves({ best: saved(1) }, merge)
  write('best', '9', 2)
  expect(await saves.set('best', 5)).toEqual({ state: 'saved', version: 3 })
  expect([await saves.get('best'), hub.best?.value, changes]).toEqual([9, '9', ['best']])
})

test("a guest's save that the account has in another version is merged at the start", async () => {
  const merge: MergeSave = (_key, { mine, theirs, base }) => [mine, theirs, base]
  const { saves, hub } = openSaves({ progress: saved('account', 4) }, merge, { progress: saved('guest') })
  expect(await saves.get('progress')).toEqual(['guest', 'account', null])
  await vi.advanceTimersByTimeAsync(0)
  expect(hub.progress).toMatchObject({ value: '["guest","account",null]', version: 5 })
})

test('a game whose merge fails starts all the same', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const broken: MergeSave = () => {
    throw new Error('Broken')
  }
  const { saves } = openSaves({ progress: saved('account', 4) }, broken, { progress: saved('guest') })
  expect(await saves.get('progress')).toBe('account')
  expect(log).toHaveBeenCalledWith(new Error('Broken'))
  log.mockRestore()
})

test('a change from elsewhere becomes the base once the game has read it', async () => {
  const { saves, write, changes, receive } = openSaves({ progress: saved('base') })
  write('progress', '"theirs"', 2)
  receive({ saves: { progress: saved('theirs', 2) } })
  expect(changes).toEqual(['progress'])
  await expect(saves.set('progress', 'unread')).rejects.toMatchObject({ code: 'SAVE_CONFLICT' })

  write('progress', '"newer"', 3)
  receive({ saves: { progress: saved('newer', 3) } })
  expect(await saves.get('progress')).toBe('newer')
  const set = saves.set('progress', 'read')
  await vi.advanceTimersByTimeAsync(500)
  expect(await set).toEqual({ state: 'saved', version: 4 })
})

test('a waiting write is not sent for the next player', async () => {
  const { saves, sent, reset } = openSaves()
  const set = (level: number) => saves.set('progress', level).catch(({ code }) => code)
  const writes = [set(1)]
  await vi.advanceTimersByTimeAsync(1)
  writes.push(set(2))
  await vi.advanceTimersByTimeAsync(1)
  reset()
  await vi.advanceTimersByTimeAsync(500)
  expect(await Promise.all(writes)).toEqual([{ state: 'saved', version: 1 }, 'CLOSED'])
  expect(sent).toHaveLength(1)
})

test('the saves of the next player are not overwritten before the game has read them', async () => {
  const { saves, hub, reset } = openSaves({ progress: saved('before', 3) })
  hub.progress = saved('next', 7)
  reset()
  await expect(saves.set('progress', 'before')).rejects.toMatchObject({ code: 'SAVE_CONFLICT' })
  reset()
  expect(await saves.get('progress')).toBe('next')
  const set = saves.set('progress', 'after')
  await vi.advanceTimersByTimeAsync(500)
  expect(await set).toMatchObject({ version: 8 })
})

test('a write from before the game has read a save does not follow it', async () => {
  const merge: MergeSave = (_key, { mine, theirs }) => [...new Set([...theirs, ...mine])]
  const { saves, hub, reset } = openSaves({}, merge)
  hub.items = saved(['theirs'], 7)
  reset()
  const read = saves.get('items')
  const written = saves.set('items', ['mine'])
  expect(await read).toEqual(['theirs'])
  await written
  expect(hub.items?.value).toBe('["theirs","mine"]')
})

test('a write and a read at once load the saves without ending one another', async () => {
  const { saves, hub, reset } = openSaves()
  reset()
  const written = saves.set('progress', 1)
  const read = saves.get('other')
  expect([await written, await read, hub.progress?.value]).toEqual([
    { state: 'saved', version: 1 },
    null,
    '1',
  ])
})

test('a write is sent after one for which the saves could not be loaded', async () => {
  const { saves, hub, reset, setOffline } = openSaves()
  reset()
  setOffline(true)
  await expect(saves.set('progress', 1)).rejects.toMatchObject({ code: 'OFFLINE' })
  setOffline(false)
  const set = saves.set('progress', 2)
  await vi.advanceTimersByTimeAsync(500)
  expect([await set, hub.progress?.value]).toEqual([{ state: 'saved', version: 1 }, '2'])
})

test('a reload finds what is on its way', async () => {
  const { saves, start } = openSaves({ progress: saved(1, 7) })
  const set = saves.set('progress', 2)
  await null
  expect(start.saves?.progress).toMatchObject({ value: '2', version: 7 })
  await set
  expect(start.saves?.progress).toMatchObject({ value: '2', version: 8 })
})

test('saves are listed with their sizes', async () => {
  const { saves } = openSaves({ progress: saved('я', 3) })
  expect(await saves.list()).toEqual([{ key: 'progress', version: 3, sizeBytes: 4, savedAt: 1 }])
})

test.each([
  ['', 1],
  [7, 1],
  ['progress', 1n],
])('set(%s, %s) rejects with INVALID_PARAMS', async (key, value) => {
  const { saves } = openSaves()
  await expect(saves.set(key as string, value)).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
})

/** The storage of the frame, which outlives its pages. */
function stubStorage(): Record<string, string> {
  const store: Record<string, string> = {}
  vi.stubGlobal('localStorage', store)
  return store
}

test('a write that the hub has not confirmed is there at the next start, and goes out', async () => {
  const store = stubStorage()
  const before = openSaves({ progress: saved(1, 4) })
  const confirmed = before.saves.set('progress', 2)
  await vi.advanceTimersByTimeAsync(0)
  await confirmed
  expect(store).toEqual({})
  before.leave()
  void before.saves.set('progress', 3)
  await vi.advanceTimersByTimeAsync(600)
  void before.saves.set('progress', 4)
  await vi.advanceTimersByTimeAsync(0)
  // The write before it has arrived, but not its response.
  const next = openSaves({ progress: saved(3, 6) })
  expect(await next.saves.get('progress')).toBe(4)
  await vi.advanceTimersByTimeAsync(600)
  expect(next.sent).toEqual([{ key: 'progress', value: '4', version: 6 }])
  expect(store).toEqual({})
})

test('a write that the hub has not confirmed is there at a start without start data, too', async () => {
  const store = stubStorage()
  const before = openSaves({ progress: saved(1, 4) })
  before.leave()
  void before.saves.set('progress', 2)
  await vi.advanceTimersByTimeAsync(0)
  const next = openSaves({ progress: saved(1, 4) }, undefined, undefined, { isStarted: false })
  const read = () => next.saves.get('progress')
  expect(await Promise.all([read(), read()])).toEqual([2, 2])
  await vi.advanceTimersByTimeAsync(600)
  expect(next.sent).toEqual([{ key: 'progress', value: '2', version: 4 }])
  expect(store).toEqual({})
})

test('a write before the hub has sent the saves does not undo one that an ended page has left', async () => {
  const left = { key: 'progress', value: '2', version: 4, after: '1', savedAt: 1 }
  const store = stubStorage()
  store['playhub:island:anna:progress0.5'] = JSON.stringify(left)
  const { saves } = openSaves({ progress: saved(1, 4) }, undefined, undefined, { isStarted: false })
  await expect(saves.set('progress', 3)).rejects.toMatchObject({ code: 'SAVE_CONFLICT' })
  expect(Object.values(store)).toEqual([JSON.stringify(left)])
})

test('a removal that the hub has not confirmed is repeated at the next start', async () => {
  stubStorage()
  const before = openSaves({ progress: saved(1, 4) })
  before.leave()
  void before.saves.remove('progress')
  await vi.advanceTimersByTimeAsync(0)
  const next = openSaves({ progress: saved(1, 4) })
  expect(await next.saves.get('progress')).toBeNull()
  await vi.advanceTimersByTimeAsync(0)
  expect(next.hub).toEqual({})
})

test('an unconfirmed write that follows another save goes to the hub to be compared', async () => {
  const store = stubStorage()
  const before = openSaves({ progress: saved('phone', 4) })
  before.leave()
  void before.saves.set('progress', 'phone, later')
  await vi.advanceTimersByTimeAsync(0)
  const next = openSaves({ progress: saved('laptop', 5) })
  expect(await next.saves.get('progress')).toBe('laptop')
  expect(next.sent).toEqual([])
  await vi.advanceTimersByTimeAsync(3_000)
  const left = { key: 'progress', value: '"phone, later"', version: 4, savedAt: expect.any(Number) }
  expect([next.sent, store]).toEqual([[left], {}])
})

test('an open page saves its own write, so another page does not', async () => {
  const store = stubStorage()
  const first = openSaves({ progress: saved('first', 4) })
  first.leave()
  void first.saves.set('progress', 'more')
  await vi.advanceTimersByTimeAsync(0)
  const second = openSaves({ progress: saved('other', 5) })
  for (const name of Object.keys(store)) delete store[name]
  await vi.advanceTimersByTimeAsync(3_000)
  expect(second.sent).toEqual([])
})

test('an unconfirmed write is not for another player, nor for another game of the same site', async () => {
  const store = stubStorage()
  const before = openSaves({ progress: saved('anna', 4) })
  before.leave()
  void before.saves.set('progress', "anna's secret")
  await vi.advanceTimersByTimeAsync(0)
  const other = openSaves({ progress: saved('bob', 4) }, undefined, undefined, { playerId: 'bob' })
  expect(await other.saves.get('progress')).toBe('bob')
  await vi.advanceTimersByTimeAsync(4_000)
  expect([other.sent, Object.keys(store).length]).toEqual([[], 1])
})

test('after a change of players nothing of the former one is sent', async () => {
  stubStorage()
  const before = openSaves({ progress: saved('anna', 4) })
  before.leave()
  void before.saves.set('progress', "anna's secret")
  await vi.advanceTimersByTimeAsync(0)
  const next = openSaves({ progress: saved('anna, elsewhere', 5) })
  next.reset()
  await vi.advanceTimersByTimeAsync(4_000)
  expect(next.sent).toEqual([])
})
