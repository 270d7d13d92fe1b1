import type { Db } from '../platform/database/database.ts'
import { toInList } from '../platform/ids.ts'
import type { ProjectKeyRow } from './tables.ts'

/** Does nothing if the key exists. */
export async function insertKey(db: Db, key: ProjectKeyRow): Promise<void> {
  await db
    .insertInto('projectKeys')
    .values(key)
    .onConflict((known) => known.column('hash').doNothing())
    .execute()
}

/** @param hashes  One key's, as `toStoredHashes` returns them. */
export function findActiveKey(db: Db, hashes: string[], now: number): Promise<ProjectKeyRow | undefined> {
  return db
    .selectFrom('projectKeys')
    .selectAll()
    .where('hash', 'in', hashes)
    .where('revokedAt', 'is', null)
    .where((eb) => eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '>', now)]))
    .executeTakeFirst()
}

/** Including revoked and expired ones, oldest first. */
export function listKeysByProject(db: Db, project: string): Promise<ProjectKeyRow[]> {
  return db.selectFrom('projectKeys').selectAll().where('project', '=', project).orderBy('id').execute()
}

/**
 * @param projects  Default: all.
 * @returns  undefined when the key does not exist there or is already revoked
 */
export function revokeActiveKey(
  db: Db,
  id: string,
  revokedAt: number,
  projects: string[] | undefined,
): Promise<ProjectKeyRow | undefined> {
  return db
    .updateTable('projectKeys')
    .set({ revokedAt })
    .where('id', '=', id)
    .$if(projects !== undefined, (query) => query.where('project', 'in', toInList(projects)))
    .where('revokedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

export async function setKeyLastUsed(db: Db, id: string, lastUsedAt: number): Promise<void> {
  await db.updateTable('projectKeys').set({ lastUsedAt }).where('id', '=', id).execute()
}
