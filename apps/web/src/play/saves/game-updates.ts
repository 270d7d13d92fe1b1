import type { StorageRequest } from '@playhub/contract/boot-messages'
import type { BridgeEvents, SavedValue, StartData } from '@playhub/contract/bridge'
import { type ItemSaveKey, itemSaveKeys } from '@playhub/contract/saves/limits'
import { keepSave, type SaveSession } from './save-session.ts'

export type GameUpdates = ReturnType<typeof createGameUpdates>

export interface GameUpdatesOptions {
  /** Null for a guest. */
  getPlayerId(): string | null
  /** Another tab or device has changed saves. */
  onChange(update: BridgeEvents['saves']): void
  /** The saved `localStorage` or IndexedDB of a game has another version, or other items. */
  onStorage(key: ItemSaveKey, request: StorageRequest): void
}

/** Tells the game about its saves: in its start data, and when another tab or device has changed them. */
export function createGameUpdates({ getPlayerId, onChange, onStorage }: GameUpdatesOptions) {
  /** The versions in an unconnected game's start data. */
  let given: Map<string, number> | undefined

  function send(update: BridgeEvents['saves']): void {
    onChange(update)
    for (const key of itemSaveKeys) {
      const save = update.saves[key]
      if (save !== undefined) onStorage(key, { value: save?.value ?? '{}', version: save?.version ?? 0 })
    }
  }

  return {
    send,
    change(session: SaveSession, key: string, save: SavedValue | null): void {
      if (session.playerId !== getPlayerId() || session.saves.get(key)?.version === save?.version) return
      keepSave(session, key, save)
      send({ saves: { [key]: save } })
    },
    /** Sends items after this page has merged them. */
    sendItems(session: SaveSession | null, key: string): void {
      if (session?.playerId !== getPlayerId()) return
      send({ saves: { [key]: session.saves.get(key) ?? null } })
    },
    /** A player who logs in while the game runs may have conflicts the game has not merged. */
    sendConflicts(session: SaveSession | null): void {
      if (!session || session.playerId !== getPlayerId()) return
      const conflicts = session.conflicts.show(true)
      if (conflicts) send({ saves: {}, conflicts })
    },
    startData(session: SaveSession | null): Pick<StartData, 'saves' | 'conflicts'> {
      if (session?.playerId !== getPlayerId()) return { saves: undefined }
      given = new Map([...session.saves].map(([key, { version }]) => [key, version]))
      const conflicts = session.conflicts.show()
      return { saves: Object.fromEntries(session.saves), ...(conflicts && { conflicts }) }
    },
    /** Sends what has changed between the start data and the game's connection. */
    async sendMissed(session: SaveSession | null): Promise<void> {
      const missed = [...(given && session ? session.saves : [])].filter(
        ([key, { version }]) => (given?.get(key) ?? 0) < version,
      )
      given = undefined
      // The port opens right after the game has said hello.
      await Promise.resolve()
      for (const [key, save] of missed) send({ saves: { [key]: save } })
    },
  }
}
