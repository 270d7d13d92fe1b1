import type { Db } from '../platform/database/database.ts'
import type { ProjectKeyRow } from './tables.ts'

/** Does nothing if the key exists. */
export async function insertKey(db: Db, key: ProjectKeyRow): Promise<void> {
  await db
    .insertInto('projectKeys')
    .values(key)
    .onConflict((known) => known.column('hash').doNothing())
    .execute()
}

export function findActiveKey(db: Db, hash: string): Promise<ProjectKeyRow | undefined> {
  return db
    .selectFrom('projectKeys')
    .selectAll()
    .where('hash', '=', hash)
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
}

/** Including revoked ones, oldest first. */
export function listKeysByProject(db: Db, project: string): Promise<ProjectKeyRow[]> {
  return db.selectFrom('projectKeys').selectAll().where('project', '=', project).orderBy('id').execute()
}

/** Undefined when the key does not exist or is already revoked. */
export function revokeActiveKey(db: Db, id: string, revokedAt: number): Promise<ProjectKeyRow | undefined> {
  return db
    .updateTable('projectKeys')
    .set({ revokedAt })
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

export async function setKeyLastUsed(db: Db, id: string, lastUsedAt: number): Promise<void> {
  await db.updateTable('projectKeys').set({ lastUsedAt }).where('id', '=', id).execute()
}
