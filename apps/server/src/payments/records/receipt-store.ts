import type { Db } from '../../platform/database/database.ts'
import { prepareQuery, prepareRowQuery } from '../../platform/database/prepared-query.ts'
import type { ReceiptRow } from './tables.ts'

/** @returns  false when the order already has a receipt, which stays as it is */
export async function insertReceipt(db: Db, receipt: ReceiptRow): Promise<boolean> {
  return (await insertUnlessIssued(db, receipt)) !== undefined
}

const insertUnlessIssued = prepareRowQuery((db, receipt: ReceiptRow) =>
  db
    .insertInto('receipts')
    .values(receipt)
    .onConflict((known) => known.column('orderId').doNothing())
    .returning('id'),
)

export function findReceipt(db: Db, id: string): Promise<ReceiptRow | undefined> {
  return db.selectFrom('receipts').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findReceiptByOrder(db: Db, orderId: string): Promise<ReceiptRow | undefined> {
  return db.selectFrom('receipts').selectAll().where('orderId', '=', orderId).executeTakeFirst()
}

export function listReceiptsByOrders(db: Db, orderIds: string[]): Promise<ReceiptRow[]> {
  return db.selectFrom('receipts').selectAll().where('orderId', 'in', orderIds).orderBy('id').execute()
}

export const markReceiptEmailed = prepareQuery((db, id: string, mailedAt: number) =>
  db.updateTable('receipts').set({ mailedAt }).where('id', '=', id),
)

/** Forgets where the player's receipts went. */
export async function eraseReceiptEmails(db: Db, playerId: string): Promise<void> {
  await db
    .updateTable('receipts')
    .set({ email: null })
    .where('orderId', 'in', db.selectFrom('orders').select('id').where('playerId', '=', playerId))
    .execute()
}
