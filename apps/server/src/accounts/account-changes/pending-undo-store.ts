import type { Db } from '../../platform/database/database.ts'
import type { PendingUndoRow } from './tables.ts'

/** False when an undo is already pending. */
export async function insertPendingUndo(db: Db, row: PendingUndoRow): Promise<boolean> {
  const inserted = await db
    .insertInto('pendingUndos')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('accountId')
    .executeTakeFirst()
  return inserted !== undefined
}

export function findPendingUndo(db: Db, accountId: string): Promise<PendingUndoRow | undefined> {
  return db.selectFrom('pendingUndos').selectAll().where('accountId', '=', accountId).executeTakeFirst()
}

/** False when none is pending. */
export async function deletePendingUndo(db: Db, accountId: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('pendingUndos')
    .where('accountId', '=', accountId)
    .returning('accountId')
    .executeTakeFirst()
  return deleted !== undefined
}

/** Deletes and returns the undo if it is due. */
export function takeDueUndo(db: Db, accountId: string, now: number): Promise<PendingUndoRow | undefined> {
  return db
    .deleteFrom('pendingUndos')
    .where('accountId', '=', accountId)
    .where('effectiveAt', '<=', now)
    .returningAll()
    .executeTakeFirst()
}
