import type { Db } from '../../platform/database/database.ts'
import type { PausedProjectRow } from './tables.ts'

/** @returns  false when the project is paused already */
export async function insertPausedProject(db: Db, paused: PausedProjectRow): Promise<boolean> {
  const inserted = await db
    .insertInto('pausedProjects')
    .values(paused)
    .onConflict((known) => known.column('project').doNothing())
    .returning('project')
    .executeTakeFirst()
  return inserted !== undefined
}

/** @returns  undefined when the project is not paused */
export function deletePausedProject(db: Db, project: string): Promise<PausedProjectRow | undefined> {
  return db.deleteFrom('pausedProjects').where('project', '=', project).returningAll().executeTakeFirst()
}

export function findPausedProject(db: Db, project: string): Promise<PausedProjectRow | undefined> {
  return db.selectFrom('pausedProjects').selectAll().where('project', '=', project).executeTakeFirst()
}

export function listPausedProjects(db: Db): Promise<PausedProjectRow[]> {
  return db.selectFrom('pausedProjects').selectAll().execute()
}
