import type { Db } from '../platform/database.ts'
import type { NoticeRow } from './tables.ts'

export async function insertNotice(db: Db, notice: NoticeRow): Promise<void> {
  await db.insertInto('notices').values(notice).execute()
}

export function findNotice(db: Db, id: string): Promise<NoticeRow | undefined> {
  return db.selectFrom('notices').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function recordDelivered(db: Db, id: string, deliveredAt: number): Promise<void> {
  await db
    .updateTable('notices')
    .set((eb) => ({ state: 'delivered', attempts: eb('attempts', '+', 1), lastError: null, deliveredAt }))
    .where('id', '=', id)
    .execute()
}

/** @param state  `dead` when this was the last try. */
export async function recordUndelivered(
  db: Db,
  id: string,
  state: 'waiting' | 'dead',
  lastError: string,
): Promise<void> {
  await db
    .updateTable('notices')
    .set((eb) => ({ state, attempts: eb('attempts', '+', 1), lastError }))
    .where('id', '=', id)
    .execute()
}
