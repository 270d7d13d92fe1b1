import type { CallParams, Saves } from '@playhub/contract/bridge-protocol'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSaves, type MergeSave } from './saves.ts'
import { PlayhubError, type Transport } from './transport.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A hub with these saves, which another device may change. */
function openSaves(stored: Saves = {}, mergeSave?: MergeSave, conflicts?: Saves) {
  const hub: Saves = structuredClone(stored)
  const sent: CallParams<'saves.set'>[] = []
  const changes: string[] = []
  const start = { saves: structuredClone(stored), ...(conflicts && { conflicts }) }
  const write = (key: string, value: string, version: number) => {
    hub[key] = { value, version, savedAt: 1 }
  }
  const call = async (name: string, params: CallParams<'saves.set'>) => {
    if (name === 'saves.list') return structuredClone(hub)
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
  return { saves: api, hub, sent, changes, start, write, receive, reset }
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

test('a reload finds what is on its way', async () => {
  const { saves, start } = openSaves({ progress: saved(1, 7) })
  const set = saves.set('progress', 2)
  await null
  expect(start.saves.progress).toMatchObject({ value: '2', version: 7 })
  await set
  expect(start.saves.progress).toMatchObject({ value: '2', version: 8 })
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
