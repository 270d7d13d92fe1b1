import { sql } from 'kysely'
import type { Db, Tx } from '../platform/database/database.ts'
import { toInList } from '../platform/ids.ts'
import type { Period } from '../platform/time-zone.ts'
import type { BuildRow, BuildState } from './tables.ts'

/** The current build; undefined when none was ever activated. */
export function findCurrentBuild(db: Db, project: string): Promise<BuildRow | undefined> {
  return db
    .selectFrom('gameVersions')
    .innerJoin('builds', 'builds.id', 'gameVersions.buildId')
    .selectAll('builds')
    .where('gameVersions.project', '=', project)
    .executeTakeFirst()
}

export function findBuildByNumber(db: Db, project: string, number: number): Promise<BuildRow | undefined> {
  return db
    .selectFrom('builds')
    .selectAll()
    .where('project', '=', project)
    .where('number', '=', number)
    .executeTakeFirst()
}

export function findBuild(db: Db, project: string, id: string): Promise<BuildRow | undefined> {
  return db
    .selectFrom('builds')
    .selectAll()
    .where('project', '=', project)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Newest first; removed ones are missing. */
export function listBuildsByProject(db: Db, project: string): Promise<BuildRow[]> {
  return db
    .selectFrom('builds')
    .selectAll()
    .where('project', '=', project)
    .where('state', '<>', 'removed')
    .orderBy('number', 'desc')
    .execute()
}

/** Builds by the time when players first got them. @param projects  Undefined: all. */
export async function listActivations(
  db: Db,
  { from, until, projects }: Period & { projects: string[] | undefined },
): Promise<{ project: string; number: number; label: string | null; activatedAt: number }[]> {
  return db
    .selectFrom('builds')
    .select(['project', 'number', 'label', 'activatedAt'])
    .where('activatedAt', '>=', from)
    .where('activatedAt', '<', until)
    .$if(projects !== undefined, (query) => query.where('project', 'in', toInList(projects)))
    .$narrowType<{ activatedAt: number }>()
    .execute()
}

export type NewBuild = Omit<BuildRow, 'number' | 'activatedAt' | 'removedAt'>

/**
 * Gives the build the next number of its project.
 * @returns  undefined when another build took the number meanwhile
 */
export function insertNextBuild(db: Db, build: NewBuild): Promise<BuildRow | undefined> {
  const number = sql<number>`(select coalesce(max(number), 0) + 1 from builds where project = ${build.project})`
  return db
    .insertInto('builds')
    .values({ ...build, number, activatedAt: null, removedAt: null })
    .onConflict((conflict) => conflict.columns(['project', 'number']).doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** The newest one with a lower number; removed and refused ones do not count. */
export function findPrecedingBuild(
  db: Db,
  { project, number }: Pick<BuildRow, 'project' | 'number'>,
): Promise<BuildRow | undefined> {
  return db
    .selectFrom('builds')
    .selectAll()
    .where('project', '=', project)
    .where('number', '<', number)
    .where('state', 'in', ['uploading', 'ready'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function deleteUpload(db: Db, id: string): Promise<void> {
  await db.deleteFrom('builds').where('id', '=', id).where('state', '=', 'uploading').execute()
}

type Finished = Pick<BuildRow, 'state' | 'manifest' | 'warnings' | 'engine' | 'files' | 'sizeBytes'>

/** @returns  undefined when the upload was finished, given up or removed meanwhile */
export function finishUpload(db: Db, id: string, change: Finished): Promise<BuildRow | undefined> {
  return db
    .updateTable('builds')
    .set({ ...change, expiresAt: null })
    .where('id', '=', id)
    .where('state', '=', 'uploading')
    .returningAll()
    .executeTakeFirst()
}

export async function setManifest(db: Db, id: string, manifest: string): Promise<void> {
  await db.updateTable('builds').set({ manifest }).where('id', '=', id).where('state', '=', 'ready').execute()
}

/** @returns  undefined without a playable build */
export function markActivated(db: Db, id: string, now: number): Promise<BuildRow | undefined> {
  return db
    .updateTable('builds')
    .set((eb) => ({ activatedAt: eb.fn.coalesce('activatedAt', eb.val(now)) }))
    .where('id', '=', id)
    .where('state', '=', 'ready')
    .returningAll()
    .executeTakeFirst()
}

/** The atomic switch. Does nothing when the build is the current one. */
export async function switchVersion(db: Db, project: string, buildId: string, now: number): Promise<void> {
  await db
    .insertInto('gameVersions')
    .values({ project, buildId, previousBuildId: null, changedAt: now })
    .onConflict((conflict) =>
      conflict
        .column('project')
        .doUpdateSet({
          buildId,
          previousBuildId: sql<string>`game_versions.build_id`,
          changedAt: now,
        })
        .where('gameVersions.buildId', '<>', buildId),
    )
    .execute()
}

/** Swaps the current and the previous build. @returns  undefined when there is no previous one */
export function swapVersions(db: Db, project: string, now: number) {
  return db
    .updateTable('gameVersions')
    .set((eb) => ({
      buildId: eb.ref('previousBuildId').$notNull(),
      previousBuildId: eb.ref('buildId'),
      changedAt: now,
    }))
    .where('project', '=', project)
    .where('previousBuildId', 'is not', null)
    .where('previousBuildId', 'in', (eb) =>
      eb.selectFrom('builds').select('builds.id').where('builds.state', '=', 'ready'),
    )
    .returningAll()
    .executeTakeFirst()
}

/** Leaves the project without a current build when it is by this author. */
export async function clearVersionBy(db: Db, project: string, createdBy: string): Promise<void> {
  await db
    .deleteFrom('gameVersions')
    .where('project', '=', project)
    .where('buildId', 'in', (eb) =>
      eb.selectFrom('builds').select('builds.id').where('createdBy', '=', createdBy),
    )
    .execute()
}

export function findVersion(db: Db, project: string) {
  return db.selectFrom('gameVersions').selectAll().where('project', '=', project).executeTakeFirst()
}

/** Waits until others, who may activate the build, have committed, so the next statement sees what they did. */
export async function lockBuild(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('builds')
    .set((eb) => ({ number: eb.ref('number') }))
    .where('id', '=', id)
    .execute()
}

/**
 * Its files stay until they are swept. A ready build needs `lockBuild` before.
 * @returns  undefined when players get it, or it does not exist
 */
export function markRemoved(
  db: Db,
  id: string,
  now: number,
  states: BuildState[] = ['uploading', 'ready', 'refused'],
): Promise<BuildRow | undefined> {
  return db
    .updateTable('builds')
    .set({ state: 'removed', removedAt: now, expiresAt: null })
    .where('id', '=', id)
    .where('state', 'in', states)
    .where('id', 'not in', (eb) => eb.selectFrom('gameVersions').select('buildId'))
    .returningAll()
    .executeTakeFirst()
}

export function listExpiredUploads(db: Db, now: number): Promise<Pick<BuildRow, 'id'>[]> {
  return db
    .selectFrom('builds')
    .select('id')
    .where('state', '=', 'uploading')
    .where('expiresAt', '<=', now)
    .execute()
}

/** Higher once another build is begun. */
export async function findNewestNumber(db: Db, project: string): Promise<number> {
  const { number } = await db
    .selectFrom('builds')
    .select((eb) => eb.fn.max('number').as('number'))
    .where('project', '=', project)
    .executeTakeFirstOrThrow()
  return number
}

export async function listProjectsWithBuilds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('builds').select('project').distinct().execute()
  return rows.map(({ project }) => project)
}

/**
 * Claims removed builds with files left to delete, unless another hub sweeps them.
 * @returns  their ids
 */
export async function claimUnswept(db: Db, project: string, now: number, until: number): Promise<string[]> {
  const claimed = await db
    .updateTable('builds')
    .set({ expiresAt: until })
    .where('project', '=', project)
    .where('state', 'in', ['removed', 'refused'])
    .where('manifest', '<>', '{}')
    .where((eb) => eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '<=', now)]))
    .returning('id')
    .execute()
  return claimed.map(({ id }) => id)
}

export async function setSweptUntil(db: Db, ids: readonly string[], until: number | null): Promise<void> {
  await db.updateTable('builds').set({ expiresAt: until }).where('id', 'in', ids).execute()
}

/** True while files of the project may be deleted. */
export async function isSwept(db: Db, project: string, now: number): Promise<boolean> {
  const swept = await db
    .selectFrom('builds')
    .select('id')
    .where('project', '=', project)
    .where('state', 'in', ['removed', 'refused'])
    .where('expiresAt', '>', now)
    .limit(1)
    .executeTakeFirst()
  return swept !== undefined
}

export async function clearManifest(db: Db, id: string): Promise<void> {
  await db.updateTable('builds').set({ manifest: '{}' }).where('id', '=', id).execute()
}
