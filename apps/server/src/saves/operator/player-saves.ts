import type { PlayerSave, PlayerSaveValue } from '@playhub/contract/operator'
import type { Db } from '../../platform/database/database.ts'
import { toInList } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findSave } from '../save-store.ts'
import type { SavePlace } from '../tables.ts'
import { findVersion } from '../version-store.ts'

type Query = { playerId: string; projects: string[] | undefined }

/** A player's saves with their kept versions, the newest first. Removed saves too, but no values. */
export async function listPlayerSaves(db: Db, query: Query): Promise<PlayerSave[]> {
  const saves = new Map<string, PlayerSave>()
  const open = (project: string, key: string): PlayerSave => {
    const place = `${project} ${key}`
    const save = saves.get(place) ?? { project, key, current: null, versions: [] }
    saves.set(place, save)
    return save
  }
  for (const { project, saveKey, ...current } of await listCurrent(db, query))
    open(project, saveKey).current = current
  for (const { project, saveKey, ...version } of await listKept(db, query))
    open(project, saveKey).versions.push(version)
  return [...saves.values()].toSorted(
    (one, other) => one.project.localeCompare(other.project) || one.key.localeCompare(other.key),
  )
}

/**
 * What a version holds: the current one, or a kept one.
 * @throws Refusal SAVE_VERSION_NOT_FOUND
 */
export async function readSaveValue(db: Db, place: SavePlace, wanted: number): Promise<PlayerSaveValue> {
  const current = await findSave(db, place)
  const found = current?.version === wanted ? current : await findVersion(db, place, wanted)
  if (!found) throw new Refusal('SAVE_VERSION_NOT_FOUND')
  const { project, saveKey: key, version, sizeBytes, savedAt, source, value } = found
  return { project, key, version, sizeBytes, savedAt, source, value }
}

const listCurrent = (db: Db, { playerId, projects }: Query) =>
  db
    .selectFrom('saves')
    .select(['project', 'saveKey', 'version', 'sizeBytes', 'savedAt', 'source'])
    .where('playerId', '=', playerId)
    .$if(projects !== undefined, (query) => query.where('project', 'in', toInList(projects)))
    .execute()

const listKept = (db: Db, { playerId, projects }: Query) =>
  db
    .selectFrom('saveVersions')
    .select(['project', 'saveKey', 'version', 'sizeBytes', 'savedAt', 'source', 'replacedAt', 'reason'])
    .where('playerId', '=', playerId)
    .$if(projects !== undefined, (query) => query.where('project', 'in', toInList(projects)))
    .orderBy('replacedAt', 'desc')
    .orderBy('version', 'desc')
    .execute()
