import type { Db } from '../platform/database/database.ts'
import type { TicketDraftRow } from './tables.ts'

export async function saveDraft(db: Db, draft: TicketDraftRow): Promise<void> {
  const { text, updatedAt } = draft
  await db
    .insertInto('ticketDrafts')
    .values(draft)
    .onConflict((conflict) => conflict.columns(['ticketId', 'operatorId']).doUpdateSet({ text, updatedAt }))
    .execute()
}

export async function deleteDraft(db: Db, ticketId: string, operatorId: string): Promise<void> {
  await db
    .deleteFrom('ticketDrafts')
    .where('ticketId', '=', ticketId)
    .where('operatorId', '=', operatorId)
    .execute()
}

/** Operators whose draft has changed since the instant, earliest first. */
export async function listWriterIds(db: Db, ticketId: string, since: number): Promise<string[]> {
  const drafts = await db
    .selectFrom('ticketDrafts')
    .select('operatorId')
    .where('ticketId', '=', ticketId)
    .where('updatedAt', '>', since)
    .orderBy('updatedAt')
    .execute()
  return drafts.map(({ operatorId }) => operatorId)
}

export function findDraft(db: Db, ticketId: string, operatorId: string): Promise<TicketDraftRow | undefined> {
  return db
    .selectFrom('ticketDrafts')
    .selectAll()
    .where('ticketId', '=', ticketId)
    .where('operatorId', '=', operatorId)
    .executeTakeFirst()
}
