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

export function findDraft(db: Db, ticketId: string, operatorId: string): Promise<TicketDraftRow | undefined> {
  return db
    .selectFrom('ticketDrafts')
    .selectAll()
    .where('ticketId', '=', ticketId)
    .where('operatorId', '=', operatorId)
    .executeTakeFirst()
}
