/**
 * Saves the IndexedDB of a game with `saves: auto`, where engines keep their file systems. The hub writes this script
 * between the boot script and `boot-storage`, which replaces the `localStorage` needed by this one.
 */
import { BOOT, type BootRequest } from '@playhub/contract/boot-messages'
import { databasesSaveKey } from '@playhub/contract/saves/limits'
import { takeStartData } from '../start-data.ts'
import { carryDatabases } from './databases/carry.ts'
import { memoryEvent } from './refused-storage.ts'

const start = takeStartData()
if (start && window.parent !== window) {
  const storage = window.localStorage
  const begin = () => {
    const receive = carryDatabases(start, storage, (save) =>
      window.parent.postMessage({ type: BOOT, playId: start.playId, event: databasesSaveKey, ...save }, '*'),
    )
    addEventListener('message', ({ source, data }) => {
      if (source !== window.parent || data?.type !== BOOT) return
      const request = data as BootRequest
      if (request.event === databasesSaveKey) receive(request)
    })
  }
  // A refused storage is replaced by a later script, with an IndexedDB in memory.
  if (storage instanceof Storage) begin()
  else addEventListener(memoryEvent, begin, { once: true })
}
