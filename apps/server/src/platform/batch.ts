import type { Log } from './observability/log.ts'

export type Batch<T> = {
  add(item: T): void
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

/** Collects small writes that may be lost in a crash, so that many become one statement. */
export function createBatch<T>({ intervalMs, maxItems, write, log }: Options<T>): Batch<T> {
  let items: T[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const taken = items
    items = []
    // One after the other, so that a batch sees the rows of the one before.
    const previous = writing
    const current = previous.catch(() => undefined).then(() => (taken.length > 0 ? write(taken) : undefined))
    writing = current
    await current
  }

  const flushSafely = () => flush().catch((error) => log.error(error, 'Failed to write a batch'))

  return {
    add(item) {
      if (items.length >= maxItems) return
      items.push(item)
      timer ??= setTimeout(flushSafely, intervalMs).unref()
    },
    flush,
    stop: flushSafely,
  }
}
