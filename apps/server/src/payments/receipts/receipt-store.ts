import type { Db } from '../../platform/database/database.ts'
import type { ReceiptRow } from '../tables.ts'

/** The first one stands. */
export async function insertReceipt(db: Db, receipt: ReceiptRow): Promise<void> {
  await db
    .insertInto('receipts')
    .values(receipt)
    .onConflict((made) => made.column('orderId').doNothing())
    .execute()
}

export function findReceipt(db: Db, id: string): Promise<ReceiptRow | undefined> {
  return db.selectFrom('receipts').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findReceiptOfOrder(db: Db, orderId: string): Promise<ReceiptRow | undefined> {
  return db.selectFrom('receipts').selectAll().where('orderId', '=', orderId).executeTakeFirst()
}

export async function recordMailed(db: Db, id: string, mailedAt: number): Promise<void> {
  await db.updateTable('receipts').set({ mailedAt }).where('id', '=', id).execute()
}
