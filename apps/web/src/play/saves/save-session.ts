import type { CallParams, SavedValue, Saves } from '@playhub/contract/bridge'
import { isItemSave, itemSaveKeys } from '@playhub/contract/saves/limits'
import { createLocalConflicts, type LocalConflicts } from './local-conflicts.ts'
import { createItemBases, type ItemBases, isSameJson } from './merge-items.ts'
import { isFinal, type SaveApi } from './save-api.ts'
import { addAttempt, isDone, type PendingSave, type SaveDatabase, toPendingId } from './save-database.ts'
import { writeAfterOwn } from './save-sender.ts'
import { listLeftSaves, tabId } from './tabs.ts'

/** One player's saves in one game, as this page knows them. */
export interface SaveSession {
  playerId: string | null
  saves: Map<string, SavedValue>
  conflicts: LocalConflicts
  /** Go out later; the game continues with them. */
  unsent: PendingSave[]
  itemBases: ItemBases
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
 * Loads a player's saves. A guest's are moved to the newly logged-in account, and closed tabs' writes are sent.
 * Differences from the account become conflicts.
 */
export async function openSession(options: SessionOptions): Promise<SaveSession> {
  const { project, playerId, database, api } = options
  const session: SaveSession = {
    playerId,
    saves: new Map(),
    conflicts: createLocalConflicts(),
    unsent: [],
    itemBases: createItemBases(),
  }
  const guest = await database.readGuest(project).catch(() => null)
  if (playerId === null) {
    session.saves = new Map(Object.entries(guest?.saves ?? {}))
    for (const key of itemSaveKeys) session.itemBases.add(key, session.saves.get(key))
    return session
  }
  session.saves = new Map(Object.entries(options.saves ?? (await api.list(project))))
  if (guest) await moveGuestSaves(session, options, guest).catch(() => undefined)
  const left = await listLeftSaves(database, playerId, project)
  const onHub = new Map(session.saves)
  for (const save of left) await sendLeft(session, options, save)
  const unsentKeys = session.unsent.map(({ key }) => key)
  // The content on the hub, which the game's items follow.
  for (const key of itemSaveKeys)
    session.itemBases.add(key, (unsentKeys.includes(key) ? onHub : session.saves).get(key))
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
    if (result) putSave(session, key, toSaved(result.save))
    if (result?.state === 'different' && !isSameJson(result.save.value, value)) {
      const { isMergedByGame } = guest
      session.conflicts.add({ key, value, savedAt, isMergedByGame, forget })
    } else await forget().catch(() => undefined)
  }
}

/** A closed tab's write. */
async function sendLeft(
  session: SaveSession,
  { database, api }: SessionOptions,
  save: PendingSave,
): Promise<void> {
  const { key, value, savedAt, isMergedByGame } = save
  const forget = () => database.removePending(save)
  const { result } = await writeAfterOwn(api, save)
  if (result.kind === 'failed' || (result.kind === 'refused' && !isFinal(result))) {
    session.unsent.push(addAttempt(save))
    return putSave(session, key, toSaved(save))
  }
  if (result.kind === 'saved') putSave(session, key, toSaved({ ...save, ...result }))
  if (result.kind === 'conflict') {
    // Newer than the start data.
    putSave(session, key, result.current)
    if (!isSameJson(result.current?.value ?? null, value))
      return session.conflicts.add({ key, value, savedAt, isMergedByGame, forget })
  }
  await forget().catch(() => undefined)
}

/**
 * Gives what a closed tab has left to this one, so the game's next write follows it.
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
export function keepSave(session: SaveSession, key: string, save: SavedValue | null): void {
  putSave(session, key, save)
  if (isItemSave(key)) session.itemBases.add(key, save)
}

export function keepSaved(session: SaveSession, { key, value }: SaveWrite, version: number): void {
  keepSave(session, key, toSaved({ value, version, savedAt: Date.now() }))
}

/** The hub's content of its version is another one. */
export function keepQueued(session: SaveSession, { key, value, version }: SaveWrite): void {
  putSave(session, key, toSaved({ value, version, savedAt: Date.now() }))
}

function putSave({ saves }: SaveSession, key: string, save: SavedValue | null): void {
  if (save) saves.set(key, save)
  else saves.delete(key)
}

/** @returns null for a removed one */
function toSaved({ value, version, savedAt }: Pick<PendingSave, keyof SavedValue>): SavedValue | null {
  return value === null ? null : { value, version, savedAt }
}
