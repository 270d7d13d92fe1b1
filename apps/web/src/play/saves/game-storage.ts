import type { StorageRequest } from '@playhub/contract/boot-messages'
import { storageSaveKey } from '@playhub/contract/saves/limits'
import type { CurrentSession } from './current-session.ts'
import { isItems } from './merge-items.ts'
import type { SaveWriter } from './save-writer.ts'

interface GameStorageOptions {
  getPlayerId(): string | null
  sessions: CurrentSession
  write: SaveWriter['write']
  onStorage(request: StorageRequest): void
}

/** Saves the `localStorage` of an unchanged game, which its boot script sends. */
export function createGameStorage({ getPlayerId, sessions, write, onStorage }: GameStorageOptions) {
  let framePlayerId: string | null | undefined
  let writes = 0

  return {
    /** The frame has this player's items; the page loads again for the next player. */
    start(playerId: string | null): void {
      framePlayerId = playerId
    },
    /** Nobody waits for it, so the script learns the version afterwards. */
    async write(value: string, version: number): Promise<void> {
      const playerId = getPlayerId()
      // Items of the player before.
      if (sessions.opened()?.playerId !== playerId || framePlayerId !== playerId) return
      if (!isItems(value)) return
      writes += 1
      const number = writes
      const result = await write({ key: storageSaveKey, value, version })
      const isMerged = result.value !== value
      // It lacks what the script has sent meanwhile.
      if (isMerged && number < writes) return
      onStorage({ version: result.version, ...(isMerged && { value: result.value ?? '{}' }) })
    },
  }
}
