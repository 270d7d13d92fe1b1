import type { StorageRequest } from '@playhub/contract/boot-messages'
import type { BridgeEvents, SavedValue, StartData } from '@playhub/contract/bridge'
import { storageSaveKey } from '@playhub/contract/saves/limits'
import { keepSave, listMergedByGame, type SaveSession } from './save-session.ts'

export type GameUpdates = ReturnType<typeof createGameUpdates>

export interface GameUpdatesOptions {
  /** Null for a guest. */
  getPlayerId(): string | null
  /** Another tab or device has changed saves. */
  onChange(update: BridgeEvents['saves']): void
  /** The saved `localStorage` of a game has another version, or other items. */
  onStorage(request: StorageRequest): void
}

/** Tells the game about its saves: in its start data, and when another tab or device has changed them. */
export function createGameUpdates({ getPlayerId, onChange, onStorage }: GameUpdatesOptions) {
  /** The versions in the start data of a game that has not connected yet. */
  let given: Map<string, number> | undefined

  function send(update: BridgeEvents['saves']): void {
    onChange(update)
    const storage = update.saves[storageSaveKey]
    if (storage !== undefined) onStorage({ value: storage?.value ?? '{}', version: storage?.version ?? 0 })
  }

  return {
    send,
    change(session: SaveSession, key: string, save: SavedValue | null): void {
      if (session.playerId !== getPlayerId() || session.saves.get(key)?.version === save?.version) return
      keepSave(session, key, save)
      send({ saves: { [key]: save } })
    },
    /** Sends the items of the game's storage after this page has merged them. */
    sendStorage(session: SaveSession | null): void {
      if (session?.playerId !== getPlayerId()) return
      send({ saves: { [storageSaveKey]: session.saves.get(storageSaveKey) ?? null } })
    },
    startData(session: SaveSession | null): Pick<StartData, 'saves' | 'conflicts'> {
      if (session?.playerId !== getPlayerId()) return { saves: undefined }
      given = new Map([...session.saves].map(([key, { version }]) => [key, version]))
      const conflicts = listMergedByGame(session)
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
