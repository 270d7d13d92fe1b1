import type { Db } from '../../platform/database/database.ts'
import type { RefundRow } from '../refunds/refund-tables.ts'
import type { OrderRow, PurchaseRow, ReceiptRow } from '../tables.ts'

/** Every order of the player, oldest first; begun or not. */
export function listOrdersOf(db: Db, playerId: string): Promise<OrderRow[]> {
  return db.selectFrom('orders').selectAll().where('playerId', '=', playerId).orderBy('id').execute()
}

/** Every purchase of the player, oldest first; used ones too. */
export function listPurchasesOf(db: Db, playerId: string): Promise<PurchaseRow[]> {
  return db.selectFrom('purchases').selectAll().where('playerId', '=', playerId).orderBy('id').execute()
}

export function listReceiptsOf(db: Db, playerId: string): Promise<ReceiptRow[]> {
  return db
    .selectFrom('receipts')
    .innerJoin('orders', 'orders.id', 'receipts.orderId')
    .selectAll('receipts')
    .where('orders.playerId', '=', playerId)
    .orderBy('receipts.id')
    .execute()
}

/** Also what came back for a payment that was made twice. */
export function listRefundsOf(db: Db, playerId: string): Promise<RefundRow[]> {
  return db
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'refunds.orderId')
    .selectAll('refunds')
    .where('orders.playerId', '=', playerId)
    .orderBy('refunds.id')
    .execute()
}

const ordersOf = (db: Db, playerId: string) =>
  db.selectFrom('orders').select('id').where('playerId', '=', playerId)

export async function clearReceiptEmails(db: Db, playerId: string): Promise<void> {
  await db
    .updateTable('receipts')
    .set({ email: null })
    .where('orderId', 'in', ordersOf(db, playerId))
    .execute()
}

export async function clearAttemptEmails(db: Db, playerId: string): Promise<void> {
  await db
    .updateTable('attempts')
    .set({ receiptEmail: null })
    .where('orderId', 'in', ordersOf(db, playerId))
    .execute()
}

/** What the providers wrote of the player's payments; that they wrote stays filed. */
export async function clearDeliveries(db: Db, playerId: string): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ raw: '' })
    .where('providerId', 'in', (eb) =>
      eb.selectFrom('attempts').select('providerId').where('orderId', 'in', ordersOf(db, playerId)),
    )
    .execute()
}
