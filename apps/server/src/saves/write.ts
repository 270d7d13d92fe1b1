import {
  maxSaveKeys,
  maxSavesBytes,
  type SaveConflict,
  type SavesFull,
  type StoredSave,
} from '@playhub/contract'
import { type Db, transact } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import type { WriteDeps } from './deps.ts'
import { keepCurrent, keepingIntervalMs, keepReplaced, thinVersions } from './history.ts'
import {
  deleteSave,
  findSave,
  insertSave,
  listSaveSizes,
  type NewSave,
  overwriteSave,
  takeVersion,
  updateInPlace,
  updateSave,
} from './save-store.ts'
import type { SavePlace, SaveRow, SaveSource } from './tables.ts'
import { findLastKept, insertVersion } from './version-store.ts'

type Written = SavePlace & { value: string; source: SaveSource }

/**
 * Writes a save. A repeated write, whose first response was lost, succeeds.
 * @param ifVersion  The version the writer has read; 0: the save must not exist; undefined: whatever it is.
 * @throws Refusal SAVE_TOO_LARGE, SAVES_FULL, UNAUTHORIZED, ACCOUNT_BANNED; SAVE_CONFLICT, after both sides are kept
 */
export async function writeSave(
  { db, clock, expectAccount }: WriteDeps,
  { value, source, ...place }: Written,
  ifVersion: number | undefined,
): Promise<StoredSave> {
  const sizeBytes = measure(value)
  const save: NewSave = { ...place, value, source, sizeBytes, savedAt: clock.now() }
  const limits = { keptAfter: save.savedAt - keepingIntervalMs, maxBytes: maxSavesBytes }
  const updated = ifVersion ? await updateInPlace(db, save, ifVersion, limits) : undefined
  const outcome = updated
    ? { ...save, ...updated }
    : await transact(db, async (tx) => {
        await expectAccount(tx, place.playerId)
        await expectRoom(tx, place, sizeBytes)
        const version = await store(tx, save, ifVersion)
        return version === undefined ? keepRefused(tx, save) : { ...save, version }
      })
  if ('current' in outcome) throw toConflict(outcome.current)
  return { key: place.saveKey, version: outcome.version, savedAt: outcome.savedAt, sizeBytes }
}

/** @returns  UTF-8 bytes. @throws Refusal SAVE_TOO_LARGE */
export function measure(value: string): number {
  const sizeBytes = Buffer.byteLength(value)
  if (sizeBytes > maxSavesBytes) throw new Refusal('SAVE_TOO_LARGE', { sizeBytes, limitBytes: maxSavesBytes })
  return sizeBytes
}

/** A save may always shrink. The account's lock makes the sum exact. @throws Refusal SAVES_FULL */
export async function expectRoom(tx: Db, { saveKey, ...game }: SavePlace, sizeBytes: number): Promise<void> {
  const sizes = new Map((await listSaveSizes(tx, game)).map((save) => [save.saveKey, save.sizeBytes]))
  const oldBytes = sizes.get(saveKey)
  const usedBytes = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0)
  const hasKey = oldBytes !== undefined || sizes.size < maxSaveKeys
  const growth = sizeBytes - (oldBytes ?? 0)
  if (hasKey && (growth <= 0 || usedBytes + growth <= maxSavesBytes)) return
  const full: SavesFull = {
    usedBytes,
    limitBytes: maxSavesBytes,
    usedKeys: sizes.size,
    limitKeys: maxSaveKeys,
  }
  throw new Refusal('SAVES_FULL', full)
}

/** @returns  the new version; undefined in a conflict */
async function store(tx: Db, save: NewSave, ifVersion: number | undefined): Promise<number | undefined> {
  if (ifVersion !== 0) await keepReplaced(tx, save, { now: save.savedAt, ifVersion })
  const updated =
    ifVersion === undefined
      ? await overwriteSave(tx, save)
      : ifVersion > 0 && (await updateSave(tx, save, ifVersion))
  if (updated) return updated.version
  return ifVersion ? undefined : (await insertSave(tx, save))?.version
}

type Refused = { current: SaveRow | undefined }

/** Keeps both values of a conflict. */
async function keepRefused(tx: Db, save: NewSave): Promise<Refused | SaveRow> {
  const current = await takeVersion(tx, save)
  if (current?.value === save.value) return current
  if (current) await keepCurrent(tx, save, { reason: 'conflict', now: save.savedAt })
  const version = current?.lastVersion ?? (await findLastKept(tx, save)) + 1
  await insertVersion(tx, { ...save, version, replacedAt: save.savedAt, reason: 'conflict' })
  await thinVersions(tx, save, save.savedAt)
  return { current }
}

function toConflict(current: SaveRow | undefined): Refusal {
  const conflict: SaveConflict = {
    current: current ? { value: current.value, version: current.version, savedAt: current.savedAt } : null,
  }
  return new Refusal('SAVE_CONFLICT', conflict)
}

/**
 * Removes a save and keeps it as a version. Removing none succeeds.
 * @param ifVersion  undefined: whatever it is.
 * @throws Refusal UNAUTHORIZED, ACCOUNT_BANNED, SAVE_CONFLICT
 */
export async function removeSave(
  { db, clock, expectAccount }: WriteDeps,
  place: SavePlace,
  ifVersion: number | undefined,
): Promise<void> {
  const conflicting = await transact(db, async (tx) => {
    await expectAccount(tx, place.playerId)
    const current = await findSave(tx, place)
    if (!current) return undefined
    if (ifVersion !== undefined && current.version !== ifVersion) return current
    await keepCurrent(tx, place, { reason: 'removed', now: clock.now() })
    await deleteSave(tx, place)
    return undefined
  })
  if (conflicting) throw toConflict(conflicting)
}
