import type { CodeBatch } from '@playhub/contract/operator'
import { type Operation, recordOperation } from '../../../platform/audit-log.ts'
import type { Clock } from '../../../platform/clock.ts'
import { type Db, transact } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { revokeBatch } from '../../offers/code-store.ts'
import { findBatch, listBatches } from './offer-list-store.ts'

type PageQuery = { limit: number; cursor?: string | undefined }

/** Newest first. */
export async function listCodeBatches(
  db: Db,
  filter: { project: string; offer?: string | undefined },
  { limit, cursor }: PageQuery,
): Promise<{ rows: CodeBatch[]; nextCursor: string | null }> {
  const rows = await listBatches(db, filter, { limit, before: cursor })
  return { rows, nextCursor: rows.length === limit ? (rows.at(-1)?.id ?? null) : null }
}

/**
 * Takes the codes of a batch back. A repeated call changes nothing.
 * @param projects  Batches of other projects do not exist. Undefined: all.
 * @throws Refusal CODE_BATCH_NOT_FOUND
 */
export function revokeCodes(
  { db, clock }: { db: Db; clock: Clock },
  id: string,
  operation: Operation,
  projects: string[] | undefined,
): Promise<CodeBatch> {
  return transact(db, async (tx) => {
    const before = await findBatch(tx, id)
    if (!before || (projects && !projects.includes(before.project))) throw new Refusal('CODE_BATCH_NOT_FOUND')
    const { project, offerId, codes, used } = before
    const now = clock.now()
    if (!(await revokeBatch(tx, id, now))) return before
    await recordOperation(tx, operation, {
      ...{ action: 'codes.revoke', subject: id, project, before: { offerId, codes, used }, at: now },
    })
    return { ...before, revokedAt: now }
  })
}
