import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { inFewLengths } from '../../platform/few-lengths.ts'
import type { NoticeRow } from '../tables.ts'

/** What one player's game server is told, in the order in which it happened. */
export type NoticeQueue = Pick<NoticeRow, 'project' | 'playerId'>

export async function insertNotice(db: Db, notice: NoticeRow): Promise<void> {
  await db.insertInto('notices').values(notice).execute()
}

/**
 * Takes the first notices of a queue, oldest first, for whoever may tell them until the end of the lease. None while
 * one of the queue is being told by somebody else or waits for another try. The outer condition is what a rival on
 * PostgreSQL re-reads after it waited for the row; what it gets then may begin behind the `headId` of the queue.
 */
export async function claimNotices(
  db: Db,
  { project, playerId }: NoticeQueue,
  { now, leasedUntil, limit }: { now: number; leasedUntil: number; limit: number },
): Promise<(NoticeRow & { headId: string | null })[]> {
  const notices = await db
    .updateTable('notices')
    .set({ leasedUntil })
    .where('state', '=', sql.lit('waiting'))
    .where('leasedUntil', '<=', now)
    .where('nextTryAt', '<=', now)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('notices as first')
        .select('first.id')
        .where('first.project', '=', project)
        .where('first.playerId', '=', playerId)
        .where('first.state', '=', sql.lit('waiting'))
        .orderBy('first.id')
        .limit(limit),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notices as kept')
            .select('kept.id')
            .where('kept.project', '=', project)
            .where('kept.playerId', '=', playerId)
            .where('kept.state', '=', sql.lit('waiting'))
            .where((eb) => eb.or([eb('kept.leasedUntil', '>', now), eb('kept.nextTryAt', '>', now)])),
        ),
      ),
    )
    .returningAll()
    .returning((eb) =>
      eb
        .selectFrom('notices as head')
        .select((head) => head.fn.min('head.id').as('headId'))
        .where('head.project', '=', project)
        .where('head.playerId', '=', playerId)
        .where('head.state', '=', sql.lit('waiting'))
        .as('headId'),
    )
    .execute()
  // An update tells its rows in any order.
  return notices.toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

/** When the last of the tries that a queue waits for is due; null when nothing waits. */
export async function findNextTry(db: Db, { project, playerId }: NoticeQueue): Promise<number | null> {
  const { nextTryAt } = await db
    .selectFrom('notices')
    .select((eb) => eb.fn.max('nextTryAt').as('nextTryAt'))
    .where('project', '=', project)
    .where('playerId', '=', playerId)
    .where('state', '=', sql.lit('waiting'))
    .executeTakeFirstOrThrow()
  return nextTryAt
}

export async function recordDelivered(db: Db, ids: string[], deliveredAt: number): Promise<void> {
  await db
    .updateTable('notices')
    .set((eb) => ({ state: 'delivered', attempts: eb('attempts', '+', 1), lastError: null, deliveredAt }))
    .where('id', 'in', inFewLengths(ids))
    .execute()
}

/** @param nextTryAt  Null when there is none: the notice is dead. */
export async function recordUndelivered(
  db: Db,
  id: string,
  lastError: string,
  nextTryAt: number | null,
): Promise<void> {
  await db
    .updateTable('notices')
    .set((eb) => ({
      state: nextTryAt === null ? 'dead' : 'waiting',
      attempts: eb('attempts', '+', 1),
      lastError,
      nextTryAt: nextTryAt ?? 0,
      leasedUntil: 0,
    }))
    .where('id', '=', id)
    .execute()
}

export async function renewNotices(db: Db, ids: string[], leasedUntil: number): Promise<void> {
  await db.updateTable('notices').set({ leasedUntil }).where('id', 'in', inFewLengths(ids)).execute()
}

export async function releaseNotices(db: Db, ids: string[]): Promise<void> {
  await db.updateTable('notices').set({ leasedUntil: 0 }).where('id', 'in', inFewLengths(ids)).execute()
}

/** For the one hub of a database after it died. */
export async function releaseAllNotices(db: Db): Promise<void> {
  await db
    .updateTable('notices')
    .set({ leasedUntil: 0 })
    .where('state', '=', sql.lit('waiting'))
    .where('leasedUntil', '>', 0)
    .execute()
}

export type NoticePage = {
  /** Undefined for those of all projects. */
  project?: string | undefined
  state: 'waiting' | 'dead'
  before?: string | undefined
  limit: number
}

/** Newest first. */
export function listNotices(db: Db, { project, state, before, limit }: NoticePage): Promise<NoticeRow[]> {
  return db
    .selectFrom('notices')
    .selectAll()
    .where('state', '=', sql.lit(state))
    .$if(project !== undefined, (query) => query.where('project', '=', project as string))
    .$if(before !== undefined, (query) => query.where('id', '<', before as string))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** @param project  Undefined for an operator, who may name any. */
export function findNotice(db: Db, id: string, project?: string): Promise<NoticeRow | undefined> {
  return db
    .selectFrom('notices')
    .selectAll()
    .where('id', '=', id)
    .$if(project !== undefined, (query) => query.where('project', '=', project as string))
    .executeTakeFirst()
}

/** Gives a notice all its tries again. */
export async function reviveNotice(db: Db, id: string): Promise<void> {
  await db
    .updateTable('notices')
    .set({ state: 'waiting', attempts: 0, deliveredAt: null })
    .where('id', '=', id)
    .execute()
}

/** As `reviveNotice`, for all that a project has given up. @returns  whose they are, one entry for each */
export function reviveDeadNotices(db: Db, project: string): Promise<NoticeQueue[]> {
  return db
    .updateTable('notices')
    .set({ state: 'waiting', attempts: 0, nextTryAt: 0 })
    .where('project', '=', project)
    .where('state', '=', sql.lit('dead'))
    .returning(['project', 'playerId'])
    .execute()
}

/** Makes everything of a queue due. */
export async function hurryNotices(db: Db, { project, playerId }: NoticeQueue): Promise<void> {
  await db
    .updateTable('notices')
    .set({ nextTryAt: 0 })
    .where('project', '=', project)
    .where('playerId', '=', playerId)
    .where('state', '=', sql.lit('waiting'))
    .execute()
}
