let isOurs = false

/** Opens a database without telling the watcher. */
export function openUnwatched(name: string, version?: number): IDBOpenDBRequest {
  isOurs = true
  try {
    return version === undefined ? indexedDB.open(name) : indexedDB.open(name, version)
  } finally {
    isOurs = false
  }
}

interface DatabaseWatch {
  onOpen(name: string): void
  /** Something may have been written. */
  onWrite(): void
}

/** Tells which databases the page opens and when it has written. @returns whether workers may write unseen */
export function watchDatabases({ onOpen, onWrite }: DatabaseWatch): () => boolean {
  let hasWorkers = false
  const { open } = IDBFactory.prototype
  IDBFactory.prototype.open = function (this: IDBFactory, name: string, ...version: number[]) {
    const request = open.call(this, name, ...version)
    if (!isOurs) {
      onOpen(`${name}`)
      request.addEventListener('success', onWrite)
    }
    return request
  }
  const { transaction } = IDBDatabase.prototype
  IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...given: Parameters<typeof transaction>) {
    const opened = transaction.apply(this, given)
    if (opened.mode !== 'readonly') opened.addEventListener('complete', onWrite)
    return opened
  }
  window.Worker = new Proxy(Worker, {
    construct(target, given, newTarget) {
      hasWorkers = true
      return Reflect.construct(target, given, newTarget)
    },
  })
  return () => hasWorkers
}
