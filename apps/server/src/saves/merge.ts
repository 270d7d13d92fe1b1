import type { GuestSave, MergedSave } from '@playhub/contract'
import { type Db, transact } from '../platform/database/database.ts'
import type { WriteDeps } from './deps.ts'
import { keepCurrent, thinVersions } from './history.ts'
import { insertSave, type NewSave, takeVersion } from './save-store.ts'
import type { SaveRow } from './tables.ts'
import { hasGuestVersion, insertVersion } from './version-store.ts'
import { expectRoom, measure } from './write.ts'

/**
 * Moves a guest's saves to the account, all or none. Where both have one, the account's stays and both become kept
 * versions. Idempotent.
 * @throws Refusal SAVE_TOO_LARGE, SAVES_FULL, UNAUTHORIZED, ACCOUNT_BANNED
 */
export function mergeSaves(
  { db, clock, expectAccount }: WriteDeps,
  { playerId, project }: { playerId: string; project: string },
  guestSaves: GuestSave[],
): Promise<MergedSave[]> {
  const now = clock.now()
  return transact(db, async (tx) => {
    await expectAccount(tx, playerId)
    const merged: MergedSave[] = []
    for (const { key, value, savedAt } of guestSaves) {
      const save: NewSave = {
        ...{ playerId, project, saveKey: key, value, sizeBytes: measure(value), source: 'client' },
        // The browser's clock may be wrong.
        savedAt: Math.min(savedAt, now),
      }
      merged.push(await mergeSave(tx, save, now))
    }
    return merged
  })
}

async function mergeSave(tx: Db, guest: NewSave, now: number): Promise<MergedSave> {
  const current = await takeVersion(tx, guest)
  if (!current) return takeSave(tx, guest)
  const state = current.value === guest.value ? 'same' : 'different'
  if (state === 'different') await keepBoth(tx, current, guest, now)
  return { state, save: toSave(current) }
}

async function takeSave(tx: Db, guest: NewSave): Promise<MergedSave> {
  await expectRoom(tx, guest, guest.sizeBytes)
  const inserted = await insertSave(tx, guest)
  if (!inserted) throw new Error('A save appeared while its account was locked')
  return { state: 'taken', save: toSave({ ...guest, version: inserted.version }) }
}

async function keepBoth(tx: Db, current: SaveRow, guest: NewSave, now: number): Promise<void> {
  const kept = { reason: 'sign-in', now } as const
  await keepCurrent(tx, guest, kept)
  if (await hasGuestVersion(tx, guest, guest.value)) return
  await insertVersion(tx, { ...guest, version: current.lastVersion, replacedAt: now, reason: kept.reason })
  await thinVersions(tx, guest, now)
}

const toSave = ({
  saveKey,
  version,
  savedAt,
  sizeBytes,
  value,
}: Omit<SaveRow, 'lastVersion' | 'keptAt'>) => ({
  ...{ key: saveKey, version, savedAt, sizeBytes, value },
})
