/** Saved texts for operators' replies. */
import { listUnknownPlaceholders, replyPlaceholders } from '@playhub/contract/operator/placeholders'
import { type Operation, recordOperation } from '../../platform/audit-log.ts'
import { type Db, transact } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import type { SavedReplyRow } from '../tables.ts'

type StoreDeps = Pick<Deps, 'db' | 'clock'>
type Content = Pick<SavedReplyRow, 'title' | 'language' | 'text'>

/** Sorted by language and title. */
export function listReplies(db: Db): Promise<SavedReplyRow[]> {
  return db
    .selectFrom('savedReplies')
    .selectAll()
    .orderBy('language')
    .orderBy('title')
    .orderBy('id')
    .execute()
}

/** @throws Refusal PLACEHOLDER_UNKNOWN with the unknown and the known ones */
export async function addReply(
  { db, clock }: StoreDeps,
  content: Content,
  operation: Operation,
): Promise<SavedReplyRow> {
  checkPlaceholders(content)
  const at = clock.now()
  const reply = { id: newId(), ...content, version: 0, changedBy: operation.operator, changedAt: at }
  return transact(db, async (tx) => {
    await tx.insertInto('savedReplies').values(reply).execute()
    await recordOperation(tx, operation, { action: 'reply.add', subject: reply.id, after: content, at })
    return reply
  })
}

/** @throws Refusal REPLY_NOT_FOUND, EDIT_CONFLICT with who changed it, and when, PLACEHOLDER_UNKNOWN */
export async function changeReply(
  { db, clock }: StoreDeps,
  id: string,
  { version, ...content }: Content & { version: number },
  operation: Operation,
): Promise<SavedReplyRow> {
  checkPlaceholders(content)
  const at = clock.now()
  return transact(db, async (tx) => {
    const before = await tx.selectFrom('savedReplies').selectAll().where('id', '=', id).executeTakeFirst()
    if (!before) throw new Refusal('REPLY_NOT_FOUND')
    const changed = await tx
      .updateTable('savedReplies')
      .set({ ...content, version: version + 1, changedBy: operation.operator, changedAt: at })
      .where('id', '=', id)
      .where('version', '=', version)
      .returningAll()
      .executeTakeFirst()
    if (!changed) throw new Refusal('EDIT_CONFLICT', { by: before.changedBy, at: before.changedAt })
    const { title, language, text } = before
    await recordOperation(tx, operation, {
      ...{ action: 'reply.change', subject: id, before: { title, language, text }, after: content, at },
    })
    return changed
  })
}

/** @throws Refusal REPLY_NOT_FOUND */
export async function deleteReply({ db, clock }: StoreDeps, id: string, operation: Operation): Promise<void> {
  await transact(db, async (tx) => {
    const deleted = await tx
      .deleteFrom('savedReplies')
      .where('id', '=', id)
      .returning(['title', 'language', 'text'])
      .executeTakeFirst()
    if (!deleted) throw new Refusal('REPLY_NOT_FOUND')
    await recordOperation(tx, operation, {
      ...{ action: 'reply.delete', subject: id, before: deleted, at: clock.now() },
    })
  })
}

/** @throws Refusal PLACEHOLDER_UNKNOWN with the unknown and the known ones */
function checkPlaceholders({ text }: Content): void {
  const unknown = listUnknownPlaceholders(text)
  if (unknown.length === 0) return
  const known = replyPlaceholders.map((name) => `{${name}}`)
  throw new Refusal('PLACEHOLDER_UNKNOWN', { unknown, known })
}
