import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createHashQueue } from './hash-queue.ts'

test('no more than the width run at once, and they begin in the order they came', async () => {
  const queue = createHashQueue(2)
  const begun: number[] = []
  let running = 0
  let most = 0
  await Promise.all(
    Array.from({ length: 9 }, (_, index) =>
      queue.run(async () => {
        begun.push(index)
        most = Math.max(most, ++running)
        await nextTurn()
        running--
      }),
    ),
  )
  expect(most).toBe(2)
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
})

test('work that fails makes room for the next', async () => {
  const queue = createHashQueue(1)
  const failing = queue.run(() => Promise.reject(new Error('broken')))
  const next = queue.run(async () => 'done')
  await expect(failing).rejects.toThrow('broken')
  await expect(next).resolves.toBe('done')
})

test('a queue that is full refuses at once', async () => {
  const queue = createHashQueue(1, 1)
  let finish = () => {}
  const first = queue.run(() => new Promise<void>((resolve) => (finish = resolve)))
  const second = queue.run(async () => {})
  await expect(queue.run(async () => {})).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  finish()
  await Promise.all([first, second])
})
