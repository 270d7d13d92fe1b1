import type { Db } from '../platform/database/database.ts'
import type { ProjectKeyRow } from './tables.ts'

/** Leaves out a key that is there already. */
export async function insertKey(db: Db, key: ProjectKeyRow): Promise<void> {
  await db
    .insertInto('projectKeys')
    .values(key)
    .onConflict((known) => known.column('hash').doNothing())
    .execute()
}

export function findLiveKey(db: Db, hash: string): Promise<ProjectKeyRow | undefined> {
  return db
    .selectFrom('projectKeys')
    .selectAll()
    .where('hash', '=', hash)
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
}

/** Oldest first, revoked ones too. */
export function listKeysOf(db: Db, project: string): Promise<ProjectKeyRow[]> {
  return db.selectFrom('projectKeys').selectAll().where('project', '=', project).orderBy('id').execute()
}

/** Undefined when there is no such key, or it was revoked before. */
export function revokeLiveKey(db: Db, id: string, revokedAt: number): Promise<ProjectKeyRow | undefined> {
  return db
    .updateTable('projectKeys')
    .set({ revokedAt })
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

export async function noteKeyUse(db: Db, id: string, lastUsedAt: number): Promise<void> {
  await db.updateTable('projectKeys').set({ lastUsedAt }).where('id', '=', id).execute()
}
