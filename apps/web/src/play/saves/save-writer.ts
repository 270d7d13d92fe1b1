import type { BridgeErrorCode, SavedValue, SaveResult } from '@playhub/contract/bridge'
import { type ItemSaveKey, isItemSave } from '@playhub/contract/saves/limits'
import { findBrokenLimit } from '@playhub/contract/saves/room'
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
  /** A queued save of items has been sent. */
  onItemsSent(key: ItemSaveKey, version: number): void
}

/** Writes the saves of a game: a player's go to the hub, and a guest's stay in this browser. */
export function createSaveWriter(options: SaveWriterOptions) {
  const { project, database, sessions, updates, isMergedByGame, onSaved } = options
  const queue = createSaveQueue({ ...options, onResult })
  let lastSavedAt = 0

  /** @returns the value as well, which may be a merged one */
  async function write(save: SaveWrite): Promise<SaveResult & Pick<SaveWrite, 'value'>> {
    const session = await sessions.get()
    const decided = session.conflicts.listShown(save.key)
    const result = await (session.playerId === null ? writeGuest(session, save) : writePlayer(session, save))
    if (result.kind === 'conflict') {
      keepSave(session, save.key, result.current)
      if (!isItemSave(save.key)) throw new GameRefusal('SAVE_CONFLICT', undefined, result.current)
      return write(mergeSave(session, save, result.current))
    }
    if (result.kind === 'refused') throw new GameRefusal(toBridgeCode(result.code), result.message)
    if (result.kind === 'queued') {
      keepQueued(session, save)
      return { state: 'queued', version: save.version, value: save.value }
    }
    keepSaved(session, save, result.version)
    await session.conflicts.decide(decided)
    if (decided.length > 0) updates.sendConflicts(session)
    onSaved(session, save.key)
    return { state: 'saved', version: result.version, value: save.value }
  }

  async function writePlayer({ playerId, saves }: SaveSession, save: SaveWrite): Promise<QueueResult> {
    // Unique: it tells two writes of a key apart.
    lastSavedAt = Math.max(Date.now(), lastSavedAt + 1)
    const owner = { playerId: playerId ?? '', project, tab: tabId }
    const id = toPendingId(owner.playerId, project, save.key, tabId)
    // A write the hub would refuse does not replace the waiting one.
    const broken = queue.has(id) && findBrokenLimit(saves, save)
    if (broken) return { kind: 'refused', ...broken }
    return queue.write({ ...save, id, ...owner, savedAt: lastSavedAt, isMergedByGame: isMergedByGame() })
  }

  async function writeGuest({ saves }: SaveSession, save: SaveWrite): Promise<QueueResult> {
    const broken = findBrokenLimit(saves, save)
    if (broken) return { kind: 'refused', ...broken }
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
      if (isItemSave(key)) options.onItemsSent(key, result.version)
      onSaved(session, key)
    }
    if (result.kind !== 'conflict') return
    keepSave(session, key, result.current)
    if (isItemSave(key)) return void mergeQueued(session, sent, result.current)
    const forget = () => database.removePending(sent)
    const isMerged = isMergedByGame()
    session.conflicts.add({ key, value, savedAt, isMergedByGame: isMerged, isShown: !isMerged, forget })
    const conflicts = session.conflicts.show(true)
    updates.send({ saves: { [key]: result.current }, ...(conflicts && { conflicts }) })
  }

  async function mergeQueued(
    session: SaveSession,
    queued: PendingSave,
    current: SavedValue | null,
  ): Promise<void> {
    if (await isDone(write(mergeSave(session, queued, current))))
      updates.sendItems(sessions.opened(), queued.key)
  }

  return { write, queue }
}

function mergeSave(
  { itemBases }: SaveSession,
  { key, value, version }: SaveWrite,
  current: SavedValue | null,
): SaveWrite {
  const merged = mergeItems(value, current?.value ?? null, itemBases.get(key, version))
  return { key, value: merged, version: current?.version ?? 0, isMergedByPage: true }
}

function toBridgeCode(code: string): BridgeErrorCode {
  if (code === 'SAVE_TOO_LARGE' || code === 'SAVES_FULL') return code
  return code === 'SAVE_KEY_READ_ONLY' || code === 'STORAGE_REFUSED' ? 'NOT_AVAILABLE' : 'INTERNAL'
}
