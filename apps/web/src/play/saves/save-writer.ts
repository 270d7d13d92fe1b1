import type { BridgeErrorCode, SavedValue, SaveResult } from '@playhub/contract/bridge'
import { maxSaveKeys, maxSavesBytes, storageSaveKey } from '@playhub/contract/saves/limits'
import { GameRefusal } from '../bridge/game-host-actions.ts'
import type { CurrentSession } from './current-session.ts'
import type { GameUpdates } from './game-updates.ts'
import { mergeItems } from './merge-items.ts'
import type { SaveApi } from './save-api.ts'
import { isDone, type PendingSave, type SaveDatabase, toPendingId } from './save-database.ts'
import { createSaveQueue, type QueueResult } from './save-queue.ts'
import { keepQueued, keepSave, keepSaved, type SaveSession, type SaveWrite } from './save-session.ts'
import { tabId } from './tabs.ts'

export type SaveWriter = ReturnType<typeof createSaveWriter>

interface SaveWriterOptions {
  project: string
  getPlayerId(): string | null
  database: SaveDatabase
  api: SaveApi
  sessions: CurrentSession
  updates: GameUpdates
  isMergedByGame(): boolean
  /** The hub has it, or this browser a guest's. */
  onSaved(session: SaveSession, key: string): void
  /** A queued save of the game's storage has been sent. */
  onStorageSent(version: number): void
}

/** Writes the saves of a game: a player's go to the hub, and a guest's stay in this browser. */
export function createSaveWriter(options: SaveWriterOptions) {
  const { project, database, sessions, updates, isMergedByGame, onSaved } = options
  const queue = createSaveQueue({ ...options, onResult })
  let lastSavedAt = 0

  /** @returns the value as well, which may be a merged one */
  async function write(save: SaveWrite): Promise<SaveResult & Pick<SaveWrite, 'value'>> {
    const session = await sessions.get()
    const result = await (session.playerId === null ? writeGuest(session, save) : writePlayer(session, save))
    if (result.kind === 'conflict') {
      keepSave(session, save.key, result.current)
      if (save.key !== storageSaveKey) throw new GameRefusal('SAVE_CONFLICT', undefined, result.current)
      return write(mergeStorage(session, save, result.current))
    }
    if (result.kind === 'refused') throw new GameRefusal(toBridgeCode(result.code))
    if (result.kind === 'queued') {
      keepQueued(session, save)
      return { state: 'queued', version: save.version, value: save.value }
    }
    keepSaved(session, save, result.version)
    await session.conflicts.get(save.key)?.forget()
    session.conflicts.delete(save.key)
    onSaved(session, save.key)
    return { state: 'saved', version: result.version, value: save.value }
  }

  async function writePlayer({ playerId, saves }: SaveSession, save: SaveWrite): Promise<QueueResult> {
    // Unique: it tells two writes of a key apart.
    lastSavedAt = Math.max(Date.now(), lastSavedAt + 1)
    const owner = { playerId: playerId ?? '', project, tab: tabId }
    const id = toPendingId(owner.playerId, project, save.key, tabId)
    // What the hub would refuse does not replace what waits for it.
    if (queue.has(id) && !fits(saves, save)) return { kind: 'refused', code: 'SAVES_FULL' }
    return queue.write({ ...save, id, ...owner, savedAt: lastSavedAt, isMergedByGame: isMergedByGame() })
  }

  async function writeGuest({ saves }: SaveSession, save: SaveWrite): Promise<QueueResult> {
    if (!fits(saves, save)) return { kind: 'refused', code: 'SAVES_FULL' }
    const stored = { ...save, savedAt: Date.now(), isMergedByGame: isMergedByGame() }
    const written = await database.writeGuest(project, stored).catch(() => null)
    if (!written) return { kind: 'refused', code: 'STORAGE_REFUSED' }
    const { isWritten, current } = written
    if (!isWritten) return { kind: 'conflict', current }
    return { kind: 'saved', version: current?.version ?? 0, savedAt: stored.savedAt }
  }

  /** A queued save has arrived, or another device was first. */
  function onResult(sent: PendingSave, result: QueueResult | { kind: 'failed' }): void {
    const session = sessions.opened()
    if (sent.project !== project || session?.playerId !== sent.playerId) return
    const { key, value, savedAt } = sent
    if (result.kind === 'saved') {
      keepSaved(session, sent, result.version)
      if (key === storageSaveKey) options.onStorageSent(result.version)
      onSaved(session, key)
    }
    if (result.kind !== 'conflict') return
    keepSave(session, key, result.current)
    if (key === storageSaveKey) return void mergeQueued(session, sent, result.current)
    const forget = () => database.removePending(sent)
    session.conflicts.set(key, { key, value, savedAt, isMergedByGame: sent.isMergedByGame, forget })
    const conflicts = isMergedByGame() ? { [key]: { value: value ?? 'null', savedAt } } : undefined
    updates.send({ saves: { [key]: result.current }, ...(conflicts && { conflicts }) })
  }

  async function mergeQueued(
    session: SaveSession,
    queued: PendingSave,
    current: SavedValue | null,
  ): Promise<void> {
    if (await isDone(write(mergeStorage(session, queued, current)))) updates.sendStorage(sessions.opened())
  }

  return { write, queue }
}

function mergeStorage(
  { storageBases }: SaveSession,
  { key, value, version }: SaveWrite,
  current: SavedValue | null,
): SaveWrite {
  const merged = mergeItems(value, current?.value ?? null, storageBases.get(version))
  return { key, value: merged, version: current?.version ?? 0, isMergedByPage: true }
}

function fits(saves: ReadonlyMap<string, SavedValue>, { key, value }: SaveWrite): boolean {
  const next = new Map([...saves].map(([name, save]) => [name, save.value]))
  next.set(key, value ?? '')
  return next.size <= maxSaveKeys && new Blob([...next.values()]).size <= maxSavesBytes
}

function toBridgeCode(code: string): BridgeErrorCode {
  if (code === 'SAVE_TOO_LARGE' || code === 'SAVES_FULL') return code
  return code === 'SAVE_KEY_READ_ONLY' || code === 'STORAGE_REFUSED' ? 'NOT_AVAILABLE' : 'INTERNAL'
}
