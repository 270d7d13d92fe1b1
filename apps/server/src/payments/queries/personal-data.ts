import type { Db } from '../../platform/database/database.ts'
import { Pages, pagesById } from '../../platform/http/json-pages.ts'
import { eraseAttemptEmails } from '../records/attempt-store.ts'
import { listOrdersByPlayer } from '../records/order-store.ts'
import { eraseEventBodies } from '../records/provider-event-store.ts'
import { listPurchasesByOrders } from '../records/purchase-store.ts'
import { toPurchase } from '../records/purchases.ts'
import { eraseReceiptEmails, listReceiptsByOrders } from '../records/receipt-store.ts'
import { listRefundsByOrders } from '../records/refund-store.ts'
import type { OrderRow, ReceiptRow, RefundRow } from '../records/tables.ts'
import { toRefund } from '../refunds/refund-order.ts'

/**
 * The payment sections of a player's data export. Leaves out what is between the hub and its providers. Every section
 * follows the order pages, which have an index for it.
 */
export function personalData(db: Db, playerId: string): Record<string, Pages> {
  const orders = () => pagesById((page) => listOrdersByPlayer(db, playerId, page))
  const toPages = <Row>(list: (orders: OrderRow[]) => Promise<Row[]>, toExported: (row: Row) => object) =>
    new Pages(async function* () {
      for await (const page of orders()) yield (await list(page)).map(toExported)
    })
  const ids = (rows: OrderRow[]) => rows.map(({ id }) => id)
  return {
    orders: toPages(async (page) => page, exportOrder),
    purchases: toPages(
      (page) => listPurchasesByOrders(db, ids(page)),
      (purchase) => ({ ...toPurchase(purchase), consumedAt: purchase.consumedAt }),
    ),
    receipts: toPages((page) => listReceiptsByOrders(db, ids(page)), exportReceipt),
    refunds: toPages((page) => listRefundsByOrders(db, ids(page)), exportRefund),
  }
}

function exportOrder(order: OrderRow) {
  const { id, playerId, paidAttemptId, onceItem, openItem, cancelCount, ...rest } = order
  return { paymentId: id, ...rest }
}

function exportReceipt({ number, content, email, mailedAt, createdAt }: ReceiptRow) {
  const says: unknown = JSON.parse(content)
  return { number, email, mailedAt, createdAt, says }
}

function exportRefund(refund: RefundRow) {
  const { error: _, ...rest } = toRefund(refund)
  return rest
}

/** Erases email addresses and provider event bodies. Payment records stay, as the law requires. */
export async function erasePersonalData(tx: Db, playerId: string): Promise<void> {
  await eraseReceiptEmails(tx, playerId)
  await eraseEventBodies(tx, playerId)
  await eraseAttemptEmails(tx, playerId)
}
