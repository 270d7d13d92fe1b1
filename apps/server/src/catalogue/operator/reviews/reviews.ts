import type { DraftReview } from '@playhub/contract/operator'
import { type Operation, recordOperation } from '../../../platform/audit-log.ts'
import { type Db, transact } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Catalogue } from '../../catalogue.ts'
import { hashBytes } from '../../versions/hash-bytes.ts'
import { mergeDraft } from '../draft-content.ts'
import { type DraftKey, type DraftRow, findAuthorName, listDraftFiles } from '../draft-store.ts'
import { type ContentDeps, expectDraftName, readEditable } from '../published-content.ts'
import {
  declineWaitingReview,
  deleteReview,
  findReview,
  listOtherReviews,
  putReview,
  type WaitingReview,
} from './review-store.ts'

/**
 * Asks those who may publish to do so. A draft that changes afterwards goes on waiting.
 * @throws Refusal PROJECT_NOT_FOUND, CONTENT_IN_FOLDER, DRAFT_EMPTY
 */
export async function requestReview(deps: ContentDeps, key: DraftKey, operation: Operation): Promise<void> {
  expectDraftName(key.project)
  const { db, clock } = deps
  const rows = await listDraftFiles(db, key)
  if ((await mergeDraft(deps, await readEditable(deps), rows)).length === 0) throw new Refusal('DRAFT_EMPTY')
  const at = clock.now()
  await transact(db, async (tx) => {
    await putReview(tx, {
      ...key,
      ...{ draftSha256: hashDraft(rows), reason: operation.reason ?? '', requestedAt: at },
      ...{ declinedAt: null, declinedBy: null, declineReason: null },
    })
    const { project } = key
    await recordOperation(tx, operation, { action: 'content.request-review', subject: project, project, at })
  })
}

export async function withdrawReview({ db }: Pick<ContentDeps, 'db'>, key: DraftKey): Promise<void> {
  expectDraftName(key.project)
  await deleteReview(db, key)
}

/** The draft stays, and its editor reads the reason. @throws Refusal EDIT_CONFLICT when it does not wait any more */
export async function declineReview(
  { db, clock }: Pick<ContentDeps, 'db' | 'clock'>,
  key: DraftKey,
  operation: Operation,
): Promise<void> {
  const { operator, reason } = operation
  const at = clock.now()
  await transact(db, async (tx) => {
    const decline = { declinedAt: at, declinedBy: operator, declineReason: reason }
    if (!(await declineWaitingReview(tx, key, decline))) throw new Refusal('EDIT_CONFLICT')
    const { project } = key
    const after = { author: await findAuthorName(tx, key.operatorId) }
    await recordOperation(tx, operation, {
      ...{ action: 'content.decline', subject: project, project, after, at },
    })
  })
}

export async function readReview(db: Db, key: DraftKey, rows: DraftRow[]): Promise<DraftReview | null> {
  const review = await findReview(db, key)
  if (!review) return null
  const { reason, requestedAt, draftSha256, declinedAt, declinedBy, declineReason } = review
  return {
    reason,
    requestedAt,
    isChanged: draftSha256 !== hashDraft(rows),
    declined:
      declinedAt === null
        ? null
        : { at: declinedAt, operator: declinedBy ?? '', reason: declineReason ?? '' },
  }
}

type Publisher = { operatorId: string; canPublish: (project: string) => boolean }

/** Drafts of others that the operator is asked to publish. Those of the database wait until it is read again. */
export async function listWaitingReviews(
  { db, catalogue }: { db: Db; catalogue: Pick<Catalogue, 'source'> },
  { operatorId, canPublish }: Publisher,
): Promise<WaitingReview[]> {
  if (catalogue.source.origin() === 'folder') return []
  return (await listOtherReviews(db, operatorId)).filter(({ project }) => canPublish(project))
}

/** Identifies the files of a draft. @param rows  By path */
export const hashDraft = (rows: readonly DraftRow[]): string =>
  hashBytes(Buffer.from(JSON.stringify(rows.map(({ path, sha256 }) => [path, sha256]))))
