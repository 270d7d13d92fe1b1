import { expect, test } from 'vitest'
import { testClock } from '../../../test/support/test-clock.ts'
import { MINUTE_MS } from '../clock.ts'
import { createStaleCache } from './stale-cache.ts'

test('a value is read once a minute, an older one is served meanwhile, and a failure is not kept', async () => {
  const clock = testClock('2030-01-01T00:00:00Z')
  const cache = createStaleCache<number>(clock)
  let reads = 0
  const read = async () => ++reads
  expect(await Promise.all([cache('a', read), cache('a', read)])).toEqual([1, 1])
  clock.advance(MINUTE_MS)
  expect(await cache('a', read)).toBe(1)
  expect(await cache('a', read)).toBe(2)
  clock.advance(MINUTE_MS)
  const fail = () => Promise.reject(new Error('no database'))
  expect(await cache('a', fail)).toBe(2)
  clock.advance(11 * MINUTE_MS)
  await expect(cache('a', fail)).rejects.toThrow('no database')
  expect(await cache('a', read)).toBe(3)
})
