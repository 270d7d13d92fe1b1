import type { StorageRequest } from '@playhub/contract/boot-messages'
import type { CallParams } from '@playhub/contract/bridge'
import type { ItemSaveKey } from '@playhub/contract/saves/limits'
import type { StorageReport } from '../bridge/boot-layer.ts'
import type { CurrentSession } from './current-session.ts'
import { isItems } from './merge-items.ts'
import type { SaveWriter } from './save-writer.ts'

interface GameStorageOptions {
  getPlayerId(): string | null
  sessions: CurrentSession
  write: SaveWriter['write']
  keepLeft(save: CallParams<'saves.set'>): Promise<unknown>
  onStorage(key: ItemSaveKey, request: StorageRequest): void
}

/** Saves the `localStorage` and IndexedDB of an unchanged game, which its boot script sends. */
export function createGameStorage({ getPlayerId, sessions, write, keepLeft, onStorage }: GameStorageOptions) {
  let framePlayerId: string | null | undefined
  const writes: Partial<Record<ItemSaveKey, number>> = {}

  return {
    /** The frame has this player's items; the page loads again for the next player. */
    start(playerId: string | null): void {
      framePlayerId = playerId
    },
    /** Nobody waits for it, so the script learns the version afterwards. */
    async write({ event: key, value, version, number: sent, savedAt }: StorageReport): Promise<void> {
      const playerId = getPlayerId()
      // Items of the player before.
      if (sessions.opened()?.playerId !== playerId || framePlayerId !== playerId) return
      if (!isItems(value)) return
      if (savedAt !== undefined) return void (await keepLeft({ key, value, version, savedAt }))
      const number = (writes[key] ?? 0) + 1
      writes[key] = number
      const result = await write({ key, value, version })
      const isMerged = result.value !== value
      // It lacks what the script has sent meanwhile.
      if (isMerged && number !== writes[key]) return
      onStorage(key, {
        version: result.version,
        ...(sent !== undefined && { number: sent }),
        ...(isMerged && { value: result.value ?? '{}' }),
      })
    },
  }
}
