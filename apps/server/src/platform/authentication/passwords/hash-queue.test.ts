import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createHashQueue } from './hash-queue.ts'

test('at most `concurrency` tasks run at once, in the order of arrival', async () => {
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

test('a failed task frees its slot', async () => {
  const queue = createHashQueue(1)
  const failing = queue.run(() => Promise.reject(new Error('broken')))
  const next = queue.run(async () => 'done')
  await expect(failing).rejects.toThrow('broken')
  await expect(next).resolves.toBe('done')
})

test('a full queue refuses immediately', async () => {
  const queue = createHashQueue(1, 1)
  let finish = () => {}
  const first = queue.run(() => new Promise<void>((resolve) => (finish = resolve)))
  const second = queue.run(async () => {})
  await expect(queue.run(async () => {})).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  finish()
  await Promise.all([first, second])
})

test('a task that nobody waits for any more does not run when its turn comes', async () => {
  const queue = createHashQueue(1)
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
  const first = queue.run(() => finished)
  let isAbandoned = false
  let hasRun = false
  const second = queue.run(
    async () => {
      hasRun = true
    },
    () => isAbandoned,
  )
  isAbandoned = true
  finish()
  await expect(second).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  expect(hasRun).toBe(false)
  await first
})
