import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { prepareQuery, prepareRowQuery } from '../platform/database/prepared-query.ts'
import type { SavePlace, SaveRow } from './tables.ts'

/** A save about to get its version. */
export type NewSave = Omit<SaveRow, 'version' | 'lastVersion' | 'keptAt'>

/** Keyed by the save's key. */
export const listSaves = prepareQuery((db, game: { playerId: string; project: string }) =>
  db
    .selectFrom('saves')
    .select(['saveKey as key', 'version', 'sizeBytes', 'savedAt', 'value'])
    .where('playerId', '=', game.playerId)
    .where('project', '=', game.project)
    .orderBy('saveKey'),
)

export const listSaveSizes = prepareQuery((db, game: { playerId: string; project: string }) =>
  db
    .selectFrom('saves')
    .select(['saveKey', 'sizeBytes'])
    .where('playerId', '=', game.playerId)
    .where('project', '=', game.project),
)

/**
 * Continues the numbers of a removed save, so a device with the old one cannot overwrite the new one.
 * @returns  undefined when the save exists
 */
export const insertSave = prepareRowQuery((db, save: NewSave) => {
  const nextVersion = sql<number>`(select coalesce(max(version), 0) + 1 from save_versions where player_id = ${save.playerId} and project = ${save.project} and save_key = ${save.saveKey})`
  return db
    .insertInto('saves')
    .values({ ...save, version: nextVersion, lastVersion: nextVersion, keptAt: 0 })
    .onConflict((existing) => existing.columns(['playerId', 'project', 'saveKey']).doNothing())
    .returning('version')
})

type Limits = {
  /** The overwritten version need not be kept if one was kept later than this. */
  keptAfter: number
  maxBytes: number
}

/**
 * The common write: nothing is kept, and the sizes fit. Saves a transaction of six statements. No account is locked:
 * concurrent writes of several keys may exceed the limit by one save each. A banned player has no login.
 * @returns  undefined when one of these fails, the current version is another one, or there is none
 */
export const updateInPlace = prepareRowQuery((db, save: NewSave, ifVersion: number, limits: Limits) => {
  const used = db
    .selectFrom('saves as all')
    .select(({ fn }) => fn.sum<number>('all.sizeBytes').as('used'))
    .where('all.playerId', '=', save.playerId)
    .where('all.project', '=', save.project)
  return buildOverwrite(db, save)
    .where('version', '=', ifVersion)
    .where('keptAt', '>', limits.keptAfter)
    .where(sql<boolean>`${used} - size_bytes + ${save.sizeBytes} <= ${limits.maxBytes}`)
    .returning('version')
})

/** @returns  undefined when the current version is another one, or there is none */
export const updateSave = prepareRowQuery((db, save: NewSave, ifVersion: number) =>
  buildOverwrite(db, save).where('version', '=', ifVersion).returning('version'),
)

/** @returns  undefined when there is none */
export const overwriteSave = prepareRowQuery((db, save: NewSave) =>
  buildOverwrite(db, save).returning('version'),
)

function buildOverwrite(db: Db, { value, sizeBytes, savedAt, source, ...place }: NewSave) {
  return db
    .updateTable('saves')
    .set({
      value,
      sizeBytes,
      savedAt,
      source,
      version: sql`last_version + 1`,
      lastVersion: sql`last_version + 1`,
    })
    .where('playerId', '=', place.playerId)
    .where('project', '=', place.project)
    .where('saveKey', '=', place.saveKey)
}

type Marked = { now: number; keptUntil: number; ifVersion?: number | undefined }

/** Marks the current version to be kept, if the last one was kept long enough ago. */
export async function markKept(
  tx: Db,
  { playerId, project, saveKey }: SavePlace,
  { now, keptUntil, ifVersion }: Marked,
): Promise<boolean> {
  const marked = await tx
    .updateTable('saves')
    .set({ keptAt: now })
    .where('playerId', '=', playerId)
    .where('project', '=', project)
    .where('saveKey', '=', saveKey)
    .where('keptAt', '<=', keptUntil)
    .$if(ifVersion !== undefined, (query) => query.where('version', '=', ifVersion ?? 0))
    .returning('version')
    .executeTakeFirst()
  return marked !== undefined
}

/** Numbers a value without making it current. Locks the save. @returns  the current save */
export async function takeVersion(
  tx: Db,
  { playerId, project, saveKey }: SavePlace,
): Promise<SaveRow | undefined> {
  return tx
    .updateTable('saves')
    .set({ lastVersion: sql`last_version + 1` })
    .where('playerId', '=', playerId)
    .where('project', '=', project)
    .where('saveKey', '=', saveKey)
    .returningAll()
    .executeTakeFirst()
}

export async function findSave(
  db: Db,
  { playerId, project, saveKey }: SavePlace,
): Promise<SaveRow | undefined> {
  return db
    .selectFrom('saves')
    .selectAll()
    .where('playerId', '=', playerId)
    .where('project', '=', project)
    .where('saveKey', '=', saveKey)
    .executeTakeFirst()
}

export async function deleteSave(tx: Db, { playerId, project, saveKey }: SavePlace): Promise<void> {
  await tx
    .deleteFrom('saves')
    .where('playerId', '=', playerId)
    .where('project', '=', project)
    .where('saveKey', '=', saveKey)
    .execute()
}

export async function hasSaves(db: Db, playerId: string, project: string): Promise<boolean> {
  const found = await db
    .selectFrom('saves')
    .select('saveKey')
    .where('playerId', '=', playerId)
    .where('project', '=', project)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
