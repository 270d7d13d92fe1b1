import { availableParallelism } from 'node:os'
import { Refusal } from '../../platform/refusal.ts'

/** Runs heavy work a few at a time, first come, first served. */
export type HashQueue = {
  /** @throws Refusal TOO_MANY_REQUESTS when too many wait already */
  run<T>(work: () => Promise<T>): Promise<T>
  /** Somebody waits for a turn. */
  isCrowded(): boolean
}

/**
 * Each hash fills a core and 19 MiB: more of them at once would only make all of them late.
 * @param width      How many run at once; by default one per core.
 * @param maxWaiting How many may wait; the next is refused at once instead of waiting in vain.
 */
export function createHashQueue(width = availableParallelism(), maxWaiting = 1000): HashQueue {
  const waiting: (() => void)[] = []
  let running = 0

  function takeTurn(): Promise<void> | void {
    if (running < width) {
      running++
      return
    }
    if (waiting.length >= maxWaiting) throw new Refusal('TOO_MANY_REQUESTS', { retryInSeconds: 5 })
    return new Promise((resolve) => waiting.push(resolve))
  }

  function passTurn(): void {
    const next = waiting.shift()
    if (next) next()
    else running--
  }

  return {
    async run(work) {
      await takeTurn()
      try {
        return await work()
      } finally {
        passTurn()
      }
    },
    isCrowded: () => waiting.length > 0,
  }
}
