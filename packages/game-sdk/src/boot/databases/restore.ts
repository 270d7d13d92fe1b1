import { createStores, type Hashes, type Items, readSchema, toPromise, writeRecords } from './records.ts'
import { openUnwatched } from './watch.ts'

/** `confirmed` is what the hub had of this player here. Null: what is here is somebody else's. */
export type Restored = { items: Items; confirmed: Hashes | null; isConfirmed: boolean }

/**
 * Gives a database the hub's records. Browsers serve the requests for a database in their order, so a game opening it
 * later finds it restored. The request is made at once.
 * @throws the browser's error: too little room, or no access
 */
export async function restoreDatabase(name: string, restored: Restored): Promise<void> {
  const schema = readSchema(name, restored.items)
  if (!restored.confirmed) {
    const deleting = toPromise(indexedDB.deleteDatabase(name))
    if (!schema) return void (await deleting)
  }
  try {
    await openAndWrite(name, schema?.version, restored)
  } catch (error) {
    if ((error as Error | null)?.name !== 'VersionError') throw error
    // Another version of the game has built it anew here.
    await openAndWrite(name, undefined, restored)
  }
}

function openAndWrite(
  name: string,
  version: number | undefined,
  { items, confirmed, isConfirmed }: Restored,
): Promise<void> {
  const schema = readSchema(name, items)
  return new Promise((resolve, reject) => {
    const request = openUnwatched(name, version)
    let isUpgraded = false
    let isNothing = false

    function write(transaction: IDBTransaction, known: Hashes | null): void {
      writeRecords(transaction, items, known).catch((error) => {
        reject(error)
        if (!transaction.error) transaction.abort()
      })
    }

    request.onupgradeneeded = ({ oldVersion }) => {
      const { result: database, transaction } = request
      isNothing = oldVersion === 0 && !schema
      if (!transaction || !schema) return transaction?.abort()
      isUpgraded = true
      createStores(database, schema)
      // The browser's evictions are no removals by the player.
      write(transaction, oldVersion === 0 ? null : confirmed)
    }
    request.onsuccess = () => {
      const { result: database } = request
      const stores = Array.from(database.objectStoreNames)
      if (isUpgraded || isConfirmed || stores.length === 0) resolve()
      else {
        const transaction = database.transaction(stores, 'readwrite')
        transaction.oncomplete = () => resolve()
        transaction.onabort = () => reject(transaction.error)
        write(transaction, confirmed)
      }
      // Waits for the transaction.
      database.close()
    }
    request.onblocked = () => reject(new Error(`${name} is open in another tab`))
    request.onerror = () => (isNothing ? resolve() : reject(request.error))
  })
}
