/** Collects items and writes them together: the statements cost per call, not per row. */
export type Batch<Item> = {
  /** Resolves when the item is written. @throws Error from the write that contained it */
  add(item: Item): Promise<void>
  /** Writes collected items immediately. Resolves when all are written. */
  flush(): Promise<void>
}

/** @param delayMs  Collection time after a batch's first item. */
export function createBatch<Item>(delayMs: number, write: (items: Item[]) => Promise<void>): Batch<Item> {
  let current: { items: Item[]; done: PromiseWithResolvers<void>; timer: NodeJS.Timeout } | undefined
  const writing = new Set<Promise<void>>()

  function open() {
    const done = Promise.withResolvers<void>()
    return { items: [] as Item[], done, timer: setTimeout(writeCurrent, delayMs) }
  }

  function writeCurrent(): void {
    if (!current) return
    const { items, done, timer } = current
    current = undefined
    clearTimeout(timer)
    writing.add(done.promise)
    write(items)
      .finally(() => writing.delete(done.promise))
      .then(done.resolve, done.reject)
  }

  return {
    add(item) {
      current ??= open()
      current.items.push(item)
      return current.done.promise
    },
    async flush() {
      writeCurrent()
      await Promise.all(writing)
    },
  }
}
