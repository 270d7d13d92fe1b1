import { storageSaveKey } from '@playhub/contract/saves/limits'
import { expect, test } from 'vitest'
import { createCheckedSaves, type MeasuredSaves } from './checked-saves.ts'

function open({ mergesSaves = false }: { mergesSaves?: boolean } = {}) {
  let measured: MeasuredSaves = {}
  const saves = createCheckedSaves({
    now: () => 7,
    onChange: (next) => {
      measured = next
    },
  })
  const set = (value: string, version: number, key = 'progress', hasReadByPortal?: boolean) =>
    saves.set({ key, value, version, mergesSaves, hasReadByPortal })
  return { saves, set, measured: () => measured }
}
const conflict = expect.objectContaining({ code: 'SAVE_CONFLICT' })

test('a write is seen with its size, and the next one has to know it', () => {
  const { saves, set, measured } = open()
  expect(set('"é"', 0)).toEqual({ state: 'saved', version: 1 })
  expect(measured().written).toEqual({ key: 'progress', bytes: 4 })
  expect(() => set('2', 0)).toThrow(conflict)
  expect(set('2', 1)).toEqual({ state: 'saved', version: 2 })
  expect(saves.list().progress).toMatchObject({ value: '2', version: 2 })
})

test('after a restart, a write on top of the save shows that the game has read it', () => {
  const { saves, set, measured } = open()
  saves.restart()
  expect(measured().restart).toBeUndefined()
  set('1', 0)
  saves.restart()
  set('2', 1)
  expect(measured().restart).toEqual({ isRead: true })
})

test('after a restart, a write that does not know the save is unread', () => {
  const { saves, set, measured } = open()
  set('1', 0)
  saves.restart()
  expect(() => set('0', 0)).toThrow(conflict)
  set('0', 1)
  expect(measured().restart).toEqual({ isRead: false, unreadAtMs: 7 })
})

test("a portal's SDK knows each save, so only the call shows that the game has read it", () => {
  const { saves, set, measured } = open()
  set('1', 0, 'yandex', false)
  saves.restart()
  set('2', 1, 'yandex', false)
  expect(measured().restart).toEqual({ isRead: false, unreadAtMs: 7 })
  saves.setReadByPortal()
  expect(measured().restart).toEqual({ isRead: true })
})

test('the other device of a conflict has an earlier value, and the game may merge it', () => {
  const { saves, set, measured } = open()
  expect(saves.makeConflict()).toBeUndefined()
  set('1', 0)
  set('2', 1)
  expect(saves.makeConflict()).toBe('progress')
  expect(saves.list().progress).toMatchObject({ value: '1', version: 3 })
  expect(() => set('3', 2)).toThrow(
    expect.objectContaining({ current: expect.objectContaining({ value: '1' }) }),
  )
  expect(measured().conflict?.state).toBe('refused')
  set('4', 3)
  expect(measured().conflict?.state).toBe('merged')
})

test('the same value again loses the save of the other device', () => {
  const { saves, set, measured } = open()
  set('1', 0)
  saves.makeConflict()
  expect(() => set('2', 1)).toThrow(conflict)
  set('2', 2)
  expect(measured().conflict?.state).toBe('lost')
})

test('a game with mergeSave may come to its own value', () => {
  const { saves, set, measured } = open({ mergesSaves: true })
  set('1', 0)
  saves.makeConflict()
  expect(() => set('2', 1)).toThrow(conflict)
  set('2', 2)
  expect(measured().conflict?.state).toBe('merged')
})

test('the hub merges the items of Playhub.storage', () => {
  const { saves, set, measured } = open()
  set('{"gold":"1"}', 0, storageSaveKey)
  saves.makeConflict()
  expect(set('{"gold":"2"}', 1, storageSaveKey)).toEqual({ state: 'saved', version: 3 })
  expect(measured().conflict?.state).toBe('merged')
})
