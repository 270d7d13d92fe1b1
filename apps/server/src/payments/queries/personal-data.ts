import type { Db } from '../../platform/database/database.ts'
import { Pages, pagesById } from '../../platform/http/json-pages.ts'
import { eraseAttemptEmails } from '../records/attempt-store.ts'
import { listOrdersOfPlayer } from '../records/order-store.ts'
import { eraseEventBodies } from '../records/provider-event-store.ts'
import { listPurchasesOfOrders } from '../records/purchase-store.ts'
import { toPurchase } from '../records/purchases.ts'
import { eraseReceiptEmails, listReceiptsOfOrders } from '../records/receipt-store.ts'
import { listRefundsOfOrders } from '../records/refund-store.ts'
import type { OrderRow, ReceiptRow, RefundRow } from '../records/tables.ts'
import { toRefund } from '../refunds/refund-order.ts'

/**
 * The payment sections of a player's data export. Leaves out what is between the hub and its providers. Every section
 * follows the order pages, which have an index for it.
 */
export function personalData(db: Db, playerId: string): Record<string, Pages> {
  const orders = () => pagesById((page) => listOrdersOfPlayer(db, playerId, page))
  const pagesOf = <Row>(list: (orders: OrderRow[]) => Promise<Row[]>, toExported: (row: Row) => object) =>
    new Pages(async function* () {
      for await (const page of orders()) yield (await list(page)).map(toExported)
    })
  const ids = (rows: OrderRow[]) => rows.map(({ id }) => id)
  return {
    orders: pagesOf(async (page) => page, exportOrder),
    purchases: pagesOf(
      (page) => listPurchasesOfOrders(db, ids(page)),
      (purchase) => ({ ...toPurchase(purchase), consumedAt: purchase.consumedAt }),
    ),
    receipts: pagesOf((page) => listReceiptsOfOrders(db, ids(page)), exportReceipt),
    refunds: pagesOf((page) => listRefundsOfOrders(db, ids(page)), exportRefund),
  }
}

function exportOrder(order: OrderRow) {
  const { id, playerId, paidAttemptId, onceItem, openItem, cancelCount, ...rest } = order
  return { paymentId: id, ...rest }
}

function exportReceipt({ number, content, email, mailedAt, createdAt }: ReceiptRow) {
  return { number, email, mailedAt, createdAt, says: JSON.parse(content) as unknown }
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
