import { expect, test } from 'vitest'
import { coalesceByKey } from './coalesce.ts'

test('calls during a run are coalesced into one more run, and other keys do not wait', async () => {
  const seen: string[] = []
  const releases: (() => void)[] = []
  const run = coalesceByKey(async (key) => {
    seen.push(key)
    if (key === 'a') await new Promise<void>((resolve) => releases.push(resolve))
  })
  const first = run('a')
  await Promise.all([run('a'), run('a'), run('b')])
  expect(seen).toEqual(['a', 'b'])
  releases[0]?.()
  await expect.poll(() => releases.length).toBe(2)
  releases[1]?.()
  await first
  expect(seen).toEqual(['a', 'b', 'a'])
})

test('a failed run may be repeated', async () => {
  let runs = 0
  const run = coalesceByKey(async () => {
    runs += 1
    if (runs === 1) throw new Error('no')
  })
  await expect(run('a')).rejects.toThrow('no')
  await run('a')
  expect(runs).toBe(2)
})
