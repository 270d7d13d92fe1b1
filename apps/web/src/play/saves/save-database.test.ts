import { expect, test, vi } from 'vitest'
import { saveDatabase } from './save-database.ts'

/** A database closed by the browser, as Safari does with a tab in the background. */
function stubDatabase() {
  const connections: { onclose?: () => void; close(): void }[] = []
  function open() {
    let isClosed = false
    const connection = {
      onclose: undefined as (() => void) | undefined,
      close() {
        isClosed = true
        connection.onclose?.()
      },
      transaction() {
        if (isClosed) throw new DOMException('The connection is closed', 'InvalidStateError')
        const transaction = { oncomplete: () => {}, objectStore: () => ({ get: () => succeed(undefined) }) }
        setTimeout(() => transaction.oncomplete())
        return transaction
      },
    }
    connections.push(connection)
    return succeed(connection)
  }
  vi.stubGlobal('indexedDB', { open })
  return connections
}

function succeed(result: unknown) {
  const request = { result, onsuccess: () => {} }
  queueMicrotask(() => request.onsuccess())
  return request
}

test('a database that the browser has closed is opened again', async () => {
  const connections = stubDatabase()
  expect(await saveDatabase.readGuest('island')).toBeNull()
  connections[0]?.close()
  expect(await saveDatabase.readGuest('island')).toBeNull()
  expect(connections).toHaveLength(2)
  vi.unstubAllGlobals()
})
