/** IndexedDB in memory, for frames without storage. The boot script loads it there. */
import * as fake from 'fake-indexeddb'
import { memoryEvent, memoryWriteEvent } from '../boot/refused-storage.ts'

for (const [name, value] of Object.entries(fake))
  if (/^(indexedDB|IDB\w+)$/.test(name))
    Object.defineProperty(window, name, { value, configurable: true, writable: true })

const { transaction } = IDBDatabase.prototype
IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...given: Parameters<typeof transaction>) {
  const opened = transaction.apply(this, given)
  if (opened.mode === 'readwrite') dispatchEvent(new Event(memoryWriteEvent))
  return opened
}
dispatchEvent(new Event(memoryEvent))
