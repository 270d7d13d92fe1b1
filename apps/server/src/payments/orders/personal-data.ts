import type { Db } from '../../platform/database/database.ts'
import type { RefundRow } from '../refunds/refund-tables.ts'
import { toRefund } from '../refunds/refunds.ts'
import type { OrderRow, ReceiptRow } from '../tables.ts'
import {
  clearAttemptEmails,
  clearDeliveries,
  clearReceiptEmails,
  listOrdersOf,
  listPurchasesOf,
  listReceiptsOf,
  listRefundsOf,
} from './personal-data-store.ts'
import { toPurchase } from './purchases.ts'

/** What payments keep of a player, for the player; what is between the hub and its providers is left out. */
export async function personalData(db: Db, playerId: string): Promise<Record<string, unknown>> {
  const [orders, purchases, receipts, refunds] = await Promise.all([
    listOrdersOf(db, playerId),
    listPurchasesOf(db, playerId),
    listReceiptsOf(db, playerId),
    listRefundsOf(db, playerId),
  ])
  return {
    orders: orders.map(toldOrder),
    purchases: purchases.map((purchase) => ({ ...toPurchase(purchase), consumedAt: purchase.consumedAt })),
    receipts: receipts.map(toldReceipt),
    refunds: refunds.map(toldRefund),
  }
}

function toldOrder({ id, playerId: _, paidAttemptId: __, ...told }: OrderRow) {
  return { paymentId: id, ...told }
}

function toldReceipt({ number, facts, email, mailedAt, createdAt }: ReceiptRow) {
  return { number, email, mailedAt, createdAt, says: JSON.parse(facts) as unknown }
}

/** What went wrong with a refund is between the hub and the provider. */
function toldRefund(refund: RefundRow) {
  const { error: _, ...told } = toRefund(refund)
  return told
}

/** Forgets where a player's receipts went. */
export async function eraseAddresses(tx: Db, playerId: string): Promise<void> {
  await clearReceiptEmails(tx, playerId)
  await clearDeliveries(tx, playerId)
  await clearAttemptEmails(tx, playerId)
}
