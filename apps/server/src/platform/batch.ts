/** Collects items and writes them together, for statements whose cost is per call and not per row. */
export type Batch<Item> = {
  /** Resolves when the item is written. @throws Error that the write of its batch threw */
  add(item: Item): Promise<void>
  /** Writes what has been collected without waiting any longer. */
  flush(): Promise<void>
}

/** @param delayMs  How long to collect after the first item of a batch. */
export function createBatch<Item>(delayMs: number, write: (items: Item[]) => Promise<void>): Batch<Item> {
  let current: { items: Item[]; done: PromiseWithResolvers<void>; timer: NodeJS.Timeout } | undefined

  function open() {
    const done = Promise.withResolvers<void>()
    return { items: [] as Item[], done, timer: setTimeout(flush, delayMs) }
  }

  function flush(): Promise<void> {
    if (!current) return Promise.resolve()
    const { items, done, timer } = current
    current = undefined
    clearTimeout(timer)
    write(items).then(done.resolve, done.reject)
    return done.promise
  }

  return {
    add(item) {
      current ??= open()
      current.items.push(item)
      return current.done.promise
    },
    flush,
  }
}
