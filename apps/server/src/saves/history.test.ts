import { maxSavesBytes } from '@playhub/contract'
import { expect, test } from 'vitest'
import { DAY_MS } from '../platform/clock.ts'
import { chooseSurplus } from './history.ts'
import type { ListedVersion } from './version-store.ts'

const now = 100 * DAY_MS

function version(number: number, ageMs: number, changes: Partial<ListedVersion> = {}): ListedVersion {
  const at = now - ageMs
  const content = { saveKey: 'progress', sizeBytes: 10, source: 'client', reason: 'replaced' } as const
  return { ...content, version: number, savedAt: at, replacedAt: at, ...changes }
}

test('versions of each key are thinned by themselves', () => {
  const versions = Array.from({ length: 6 }, (_, n) => version(6 - n, n))
  const other = version(1, 7, { saveKey: 'settings' })
  expect(chooseSurplus([...versions, other], now).map(({ version }) => version)).toEqual([4, 3, 2, 1])
})

test('protected versions push out no others, and end after thirty days', () => {
  const conflicts = Array.from({ length: 5 }, (_, n) => version(20 - n, n, { reason: 'conflict' }))
  const replaced = [version(9, 10), version(8, 11)]
  const old = version(1, 30 * DAY_MS, { reason: 'sign-in' })
  expect(chooseSurplus([...conflicts, ...replaced, old], now)).toEqual([old])
})

test('conflicts without end push out the oldest ones', () => {
  const large = Array.from({ length: 10 }, (_, n) =>
    version(10 - n, n, { reason: 'conflict', sizeBytes: maxSavesBytes }),
  )
  expect(chooseSurplus(large, now).map(({ version }) => version)).toEqual([2, 1])
  const small = Array.from({ length: 3000 }, (_, n) =>
    version(3000 - n, n, { reason: 'conflict', sizeBytes: 1 }),
  )
  expect(chooseSurplus(small, now)).toHaveLength(3000 - 2048)
})
