import type { SaveConflicts, SavedValue, Saves } from '@playhub/contract/bridge'
import type { SaveApi } from './save-api.ts'
import type { PendingSave, SaveDatabase } from './save-database.ts'
import { listClosedTabsSaves } from './tabs.ts'

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
}

export interface SessionOptions {
  project: string
  playerId: string | null
  /** From the start data; null asks the hub. */
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
  const session: SaveSession = { playerId, saves: new Map(), conflicts: new Map(), unsent: [] }
  const guest = await database.readGuest(project).catch(() => null)
  if (playerId === null) {
    session.saves = new Map(Object.entries(guest?.saves ?? {}))
    return session
  }
  session.saves = new Map(Object.entries(options.saves ?? (await api.list(project))))
  if (guest) await moveGuestSaves(session, options, guest).catch(() => undefined)
  for (const save of await listClosedTabsSaves(database, playerId, project))
    await sendLeft(session, options, save)
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
  if (result.kind === 'failed') {
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

/** For the game's `mergeSave`. */
export function listMergedByGame({ conflicts }: SaveSession): SaveConflicts | undefined {
  const merged = [...conflicts.values()].filter((save) => save.isMergedByGame)
  if (merged.length === 0) return undefined
  return Object.fromEntries(
    merged.map(({ key, value, savedAt }) => [key, { value: value ?? 'null', savedAt }]),
  )
}

const pickSave = ({ value, version, savedAt }: SavedValue): SavedValue => ({ value, version, savedAt })
