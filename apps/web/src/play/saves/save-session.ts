import type { CallParams, SaveConflicts, SavedValue, Saves } from '@playhub/contract/bridge'
import { storageSaveKey } from '@playhub/contract/saves/limits'
import { createStorageBases, type StorageBases } from './merge-items.ts'
import { isFinal, type SaveApi } from './save-api.ts'
import { isDone, type PendingSave, type SaveDatabase, toPendingId } from './save-database.ts'
import { listLeftSaves, tabId } from './tabs.ts'

/** A save of this device that the account has in another version. */
export interface LocalSave {
  key: string
  value: string | null
  savedAt: number
  isMergedByGame: boolean
  /** Removes it from this device, once the hub has what is kept. */
  forget(): Promise<void>
}

/** One player's saves in one game, as this page knows them. */
export interface SaveSession {
  playerId: string | null
  saves: Map<string, SavedValue>
  /** By key. */
  conflicts: Map<string, LocalSave>
  /** Go out later; the game continues with them. */
  unsent: PendingSave[]
  storageBases: StorageBases
}

/** Written by the game, or by this page for it. */
export type SaveWrite = CallParams<'saves.set'> & Pick<PendingSave, 'isMergedByPage'>

export interface SessionOptions {
  project: string
  playerId: string | null
  /** Comes from the start data; null asks the hub. */
  saves: Saves | null
  database: SaveDatabase
  api: SaveApi
}

/**
 * Loads a player's saves. A guest's are moved to the account that has logged in, and what closed tabs have left is sent.
 * What differs from the account becomes a conflict.
 */
export async function openSession(options: SessionOptions): Promise<SaveSession> {
  const { project, playerId, database, api } = options
  const session: SaveSession = {
    playerId,
    saves: new Map(),
    conflicts: new Map(),
    unsent: [],
    storageBases: createStorageBases(),
  }
  const guest = await database.readGuest(project).catch(() => null)
  if (playerId === null) {
    session.saves = new Map(Object.entries(guest?.saves ?? {}))
    session.storageBases.add(session.saves.get(storageSaveKey))
    return session
  }
  session.saves = new Map(Object.entries(options.saves ?? (await api.list(project))))
  if (guest) await moveGuestSaves(session, options, guest).catch(() => undefined)
  const left = await listLeftSaves(database, playerId, project)
  const storage = session.saves.get(storageSaveKey)
  for (const save of left) await sendLeft(session, options, save)
  const isStorageUnsent = session.unsent.some(({ key }) => key === storageSaveKey)
  // The content on the hub, which the game's storage follows.
  session.storageBases.add(isStorageUnsent ? storage : session.saves.get(storageSaveKey))
  session.unsent = await takeOver(session.unsent, left, database)
  return session
}

/** A failure leaves the saves in the browser until the next start. */
async function moveGuestSaves(
  session: SaveSession,
  { project, database, api }: SessionOptions,
  guest: { saves: Saves; isMergedByGame: boolean },
): Promise<void> {
  const entries = Object.entries(guest.saves)
  const merged = await api.merge(
    project,
    entries.map(([key, { value, savedAt }]) => ({ key, value, savedAt })),
  )
  for (const [key, { value, version, savedAt }] of entries) {
    const forget = () => database.removeGuest(project, key, version)
    const result = merged.find(({ save }) => save.key === key)
    if (result) session.saves.set(key, pickSave(result.save))
    if (result?.state === 'different') {
      const { isMergedByGame } = guest
      session.conflicts.set(key, { key, value, savedAt, isMergedByGame, forget })
    } else await forget()
  }
}

/** What a closed tab has left. */
async function sendLeft(
  session: SaveSession,
  { database, api }: SessionOptions,
  save: PendingSave,
): Promise<void> {
  const { key, value, savedAt, isMergedByGame } = save
  const forget = () => database.removePending(save)
  const result = await api.write(save)
  if (result.kind === 'failed' || (result.kind === 'refused' && !isFinal(result))) {
    session.unsent.push(save)
    if (value === null) session.saves.delete(key)
    else session.saves.set(key, { value, version: save.version, savedAt })
    return
  }
  const current = result.kind === 'conflict' ? result.current : null
  if (result.kind === 'conflict' && (current?.value ?? null) !== value) {
    if (current) session.saves.set(key, current)
    else session.saves.delete(key)
    session.conflicts.set(key, { key, value, savedAt, isMergedByGame, forget })
    return
  }
  if (result.kind === 'saved') {
    if (value === null) session.saves.delete(key)
    else session.saves.set(key, { value, version: result.version, savedAt: result.savedAt })
  }
  await forget().catch(() => undefined)
}

/**
 * Gives what a closed tab has left to this one, so that the game's next write follows it.
 * @param left  All of them: none takes the place of another one.
 */
async function takeOver(
  unsent: PendingSave[],
  left: PendingSave[],
  database: SaveDatabase,
): Promise<PendingSave[]> {
  const ids = new Set(left.map(({ id }) => id))
  const taken: PendingSave[] = []
  for (const save of unsent) {
    const own = { ...save, id: toPendingId(save.playerId, save.project, save.key, tabId), tab: tabId }
    const isTaken = !ids.has(own.id) && (await isDone(database.putPending(own)))
    if (isTaken) await database.removePending(save).catch(() => undefined)
    taken.push(isTaken ? own : save)
    ids.add(own.id)
  }
  return taken
}

/** Keeps what the hub has. */
export function keepSave({ saves, storageBases }: SaveSession, key: string, save: SavedValue | null): void {
  if (save) saves.set(key, save)
  else saves.delete(key)
  if (key === storageSaveKey) storageBases.add(save)
}

export function keepSaved(session: SaveSession, { key, value }: SaveWrite, version: number): void {
  keepSave(session, key, value === null ? null : { value, version, savedAt: Date.now() })
}

/** The hub's content of its version is another one. */
export function keepQueued({ saves }: SaveSession, { key, value, version }: SaveWrite): void {
  if (value === null) saves.delete(key)
  else saves.set(key, { value, version, savedAt: Date.now() })
}

/** For the game's `mergeSave`. */
export function listMergedByGame({ conflicts }: SaveSession): SaveConflicts | undefined {
  const merged = [...conflicts.values()].filter((save) => save.isMergedByGame)
  if (merged.length === 0) return undefined
  return Object.fromEntries(
    merged.map(({ key, value, savedAt }) => [key, { value: value ?? 'null', savedAt }]),
  )
}

const pickSave = ({ value, version, savedAt }: SavedValue): SavedValue => ({ value, version, savedAt })
