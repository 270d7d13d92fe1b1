import type { StoredSave } from '@playhub/contract'
import { type Operation, recordOperation } from '../../platform/audit-log.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Db, transact } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { keepCurrent } from '../history.ts'
import { insertSave, type NewSave, overwriteSave, takeVersion } from '../save-store.ts'
import type { SavePlace } from '../tables.ts'
import { findVersion } from '../version-store.ts'

/**
 * Makes a kept version the current one, as a new version. What it replaces is kept too.
 * @throws Refusal SAVE_VERSION_NOT_FOUND; EDIT_CONFLICT when the game saves a removed save anew meanwhile
 */
export function restoreSave(
  { db, clock }: { db: Db; clock: Clock },
  place: SavePlace,
  version: number,
  operation: Operation,
): Promise<StoredSave> {
  const now = clock.now()
  return transact(db, async (tx) => {
    // Locks the save, so a write of the game comes before or after.
    const current = await takeVersion(tx, place)
    const kept = await findVersion(tx, place, version)
    if (!kept) throw new Refusal('SAVE_VERSION_NOT_FOUND')
    await keepCurrent(tx, place, { reason: 'restore', now })
    const { value, sizeBytes, source } = kept
    const save: NewSave = { ...place, value, sizeBytes, source, savedAt: now }
    const stored = (await overwriteSave(tx, save)) ?? (await insertSave(tx, save))
    if (!stored) throw new Refusal('EDIT_CONFLICT')
    const { playerId, project, saveKey } = place
    await recordOperation(tx, operation, {
      action: 'save.restore',
      subject: playerId,
      ...{ playerId, project },
      before: { key: saveKey, version: current?.version ?? null },
      after: { key: saveKey, version: stored.version, restored: version },
      at: now,
    })
    return { key: saveKey, version: stored.version, savedAt: now, sizeBytes }
  })
}
