import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createBatch } from './batch.ts'

test('items added within the delay are written together, later ones in the next batch', async () => {
  const written: string[][] = []
  const batch = createBatch<string>(5, async (items) => void written.push(items))
  await Promise.all([batch.add('a'), batch.add('b')])
  await batch.add('c')
  expect(written).toEqual([['a', 'b'], ['c']])
})

test('flush writes at once, and nothing when nothing was added', async () => {
  const written: string[][] = []
  const batch = createBatch<string>(60_000, async (items) => void written.push(items))
  await batch.flush()
  const added = batch.add('a')
  await batch.flush()
  await added
  expect(written).toEqual([['a']])
})

test('flush waits for a write that the delay has begun', async () => {
  const begun = Promise.withResolvers<void>()
  const finished = Promise.withResolvers<void>()
  const batch = createBatch<string>(1, () => {
    begun.resolve()
    return finished.promise
  })
  batch.add('a')
  await begun.promise
  let isFlushed = false
  const flushed = batch.flush().then(() => {
    isFlushed = true
  })
  await setImmediate()
  expect(isFlushed).toBe(false)
  finished.resolve()
  await flushed
})

test('a failed write rejects the items of its batch only', async () => {
  const batch = createBatch<string>(1, async ([item]) => {
    if (item === 'bad') throw new Error('disk full')
  })
  await expect(batch.add('bad')).rejects.toThrow('disk full')
  await expect(batch.add('good')).resolves.toBeUndefined()
})
