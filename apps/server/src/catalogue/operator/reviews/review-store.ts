import type { Db } from '../../../platform/database/database.ts'
import type { DraftKey } from '../draft-store.ts'

declare module '../../../platform/database/database.ts' {
  interface Tables {
    contentReviews: ReviewRow
  }
}

/** An operator's request to publish a draft. */
export type ReviewRow = DraftKey & {
  /** Of the draft's files at the request. */
  draftSha256: string
  reason: string
  requestedAt: number
  /** Null while it waits. */
  declinedAt: number | null
  /** A name. */
  declinedBy: string | null
  declineReason: string | null
}

export function findReview(db: Db, { operatorId, project }: DraftKey): Promise<ReviewRow | undefined> {
  return db
    .selectFrom('contentReviews')
    .selectAll()
    .where('operatorId', '=', operatorId)
    .where('project', '=', project)
    .executeTakeFirst()
}

export async function putReview(db: Db, row: ReviewRow): Promise<void> {
  const { operatorId: _, project: __, ...rest } = row
  await db
    .insertInto('contentReviews')
    .values(row)
    .onConflict((conflict) => conflict.columns(['operatorId', 'project']).doUpdateSet(rest))
    .execute()
}

type Decline = { declinedAt: number; declinedBy: string; declineReason: string | null }

/** @returns false if it does not wait */
export async function declineWaitingReview(
  db: Db,
  { operatorId, project }: DraftKey,
  decline: Decline,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('contentReviews')
    .set(decline)
    .where('operatorId', '=', operatorId)
    .where('project', '=', project)
    .where('declinedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function deleteReview(db: Db, { operatorId, project }: DraftKey): Promise<void> {
  await db
    .deleteFrom('contentReviews')
    .where('operatorId', '=', operatorId)
    .where('project', '=', project)
    .execute()
}

export async function deleteReviewWithoutDraft(db: Db, { operatorId, project }: DraftKey): Promise<void> {
  await db
    .deleteFrom('contentReviews')
    .where('operatorId', '=', operatorId)
    .where('project', '=', project)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('contentDrafts')
            .whereRef('contentDrafts.operatorId', '=', 'contentReviews.operatorId')
            .whereRef('contentDrafts.project', '=', 'contentReviews.project')
            .select('contentDrafts.path'),
        ),
      ),
    )
    .execute()
}

export function listOwnReviews(
  db: Db,
  operatorId: string,
): Promise<Pick<ReviewRow, 'project' | 'declinedAt'>[]> {
  return db
    .selectFrom('contentReviews')
    .where('operatorId', '=', operatorId)
    .select(['project', 'declinedAt'])
    .execute()
}

export type WaitingReview = Pick<ReviewRow, 'operatorId' | 'project' | 'reason' | 'requestedAt'> & {
  operator: string
}

/** Of other operators, the longest waiting first. */
export function listOtherReviews(db: Db, operatorId: string): Promise<WaitingReview[]> {
  return db
    .selectFrom('contentReviews')
    .innerJoin('operators', 'operators.id', 'contentReviews.operatorId')
    .where('operatorId', '<>', operatorId)
    .where('declinedAt', 'is', null)
    .select(['operatorId', 'project', 'reason', 'requestedAt', 'operators.name as operator'])
    .orderBy('requestedAt')
    .execute()
}
