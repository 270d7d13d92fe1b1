import { availableParallelism } from 'node:os'
import PQueue from 'p-queue'
import { Refusal } from '../../platform/refusal.ts'

/** Limits how many expensive tasks run at once; first in, first out. */
export type HashQueue = {
  /** @throws Refusal TOO_MANY_REQUESTS when the queue is full */
  run<T>(task: () => Promise<T>): Promise<T>
  /** True if tasks are waiting. */
  isCrowded(): boolean
}

/**
 * Each hash uses a core and 19 MiB, so running more than one per core would only slow all of them down.
 * @param concurrency  One per core by default.
 * @param maxWaiting   A task beyond this limit is refused immediately.
 */
export function createHashQueue(concurrency = availableParallelism(), maxWaiting = 1000): HashQueue {
  const queue = new PQueue({ concurrency })
  return {
    async run(task) {
      if (queue.size >= maxWaiting) throw new Refusal('TOO_MANY_REQUESTS', { retryInSeconds: 5 })
      return queue.add(task)
    },
    isCrowded: () => queue.size > 0,
  }
}
