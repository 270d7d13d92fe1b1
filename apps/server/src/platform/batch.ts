import type { Log } from './observability/log.ts'

export type Batch<T> = {
  /** False when too many items wait: this one is dropped. */
  add(item: T): boolean
  /** Writes what has been added so far. Rejects when the writing fails. */
  flush(): Promise<void>
  /** Writes the rest and stops the timer. */
  stop(): Promise<void>
}

type Options<T> = {
  intervalMs: number
  /** Items beyond this number are dropped: the database does not keep up. */
  maxItems: number
  write(items: T[]): Promise<void>
  log: Log
}

/**
 * Collects small writes, so many become one transaction. One batch is written at a time, and takes everything collected
 * until its turn.
 */
export function createBatch<T>({ intervalMs, maxItems, write, log }: Options<T>): Batch<T> {
  let items: T[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const current = writing.catch(() => undefined).then(writeAll)
    writing = current
    await current
  }

  async function writeAll(): Promise<void> {
    const taken = items
    items = []
    if (taken.length > 0) await write(taken)
  }

  const flushSafely = () => flush().catch((error) => log.error(error, 'Failed to write a batch'))

  return {
    add(item) {
      if (items.length >= maxItems) return false
      items.push(item)
      timer ??= setTimeout(flushSafely, intervalMs).unref()
      return true
    },
    flush,
    stop: flushSafely,
  }
}
