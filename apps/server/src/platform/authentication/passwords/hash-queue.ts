import { availableParallelism } from 'node:os'
import PQueue from 'p-queue'
import { Refusal } from '../../refusal.ts'

/** Limits how many expensive tasks run at once; first in, first out. */
export type HashQueue = {
  /**
   * @param isAbandoned  Whether nobody waits for the result any more. Checked before the task starts, so clients
   *   which give up and retry do not multiply the hashes.
   * @throws Refusal TOO_MANY_REQUESTS when the queue is full or the task is abandoned
   */
  run<T>(task: () => Promise<T>, isAbandoned?: () => boolean): Promise<T>
}

/** Extra tasks beyond the hash threads: they read the database ahead, so no thread waits for it. */
const readingAhead = 2

/**
 * @param concurrency  The hashes themselves run on one thread per core: each uses a core and 19 MiB.
 * @param maxWaiting   A task beyond this limit is refused immediately.
 */
export function createHashQueue(
  concurrency = availableParallelism() + readingAhead,
  maxWaiting = 1000,
): HashQueue {
  const queue = new PQueue({ concurrency })
  return {
    async run(task, isAbandoned = () => false) {
      const refusal = () => new Refusal('TOO_MANY_REQUESTS', { retryInSeconds: 5 })
      if (queue.size >= maxWaiting) throw refusal()
      return queue.add(() => {
        if (isAbandoned()) throw refusal()
        return task()
      })
    },
  }
}
