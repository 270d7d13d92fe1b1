import type { Db } from '../../platform/database/database.ts'
import { eraseAttemptEmails } from '../ledger/attempt-store.ts'
import { listOrdersOfPlayer } from '../ledger/order-store.ts'
import { eraseEventBodies } from '../ledger/provider-event-store.ts'
import { listPurchasesOfPlayer } from '../ledger/purchase-store.ts'
import { toPurchase } from '../ledger/purchases.ts'
import { eraseReceiptEmails, listReceiptsOfPlayer } from '../ledger/receipt-store.ts'
import { listRefundsOfPlayer } from '../ledger/refund-store.ts'
import type { OrderRow, ReceiptRow, RefundRow } from '../ledger/tables.ts'
import { toRefund } from '../refunds/refund-order.ts'

/** The payment sections of a player's data export. Leaves out what is between the hub and its providers. */
export async function personalData(db: Db, playerId: string): Promise<Record<string, unknown>> {
  const [orders, purchases, receipts, refunds] = await Promise.all([
    listOrdersOfPlayer(db, playerId),
    listPurchasesOfPlayer(db, playerId),
    listReceiptsOfPlayer(db, playerId),
    listRefundsOfPlayer(db, playerId),
  ])
  return {
    orders: orders.map(exportOrder),
    purchases: purchases.map((purchase) => ({ ...toPurchase(purchase), consumedAt: purchase.consumedAt })),
    receipts: receipts.map(exportReceipt),
    refunds: refunds.map(exportRefund),
  }
}

function exportOrder(order: OrderRow) {
  const { id, playerId: _, paidAttemptId: __, onceItem: ___, cancelCount: ____, ...rest } = order
  return { paymentId: id, ...rest }
}

function exportReceipt({ number, content, email, mailedAt, createdAt }: ReceiptRow) {
  return { number, email, mailedAt, createdAt, says: JSON.parse(content) as unknown }
}

function exportRefund(refund: RefundRow) {
  const { error: _, ...rest } = toRefund(refund)
  return rest
}

/** Erases email addresses and the bodies of provider events. Payment records stay, as the law requires. */
export async function erasePersonalData(tx: Db, playerId: string): Promise<void> {
  await eraseReceiptEmails(tx, playerId)
  await eraseEventBodies(tx, playerId)
  await eraseAttemptEmails(tx, playerId)
}
