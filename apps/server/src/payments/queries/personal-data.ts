import { DAY_MS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { Pages, pagesById } from '../../platform/http/json-pages.ts'
import { RetryLater } from '../../platform/jobs/job-kind.ts'
import type { Deps } from '../deps.ts'
import { eraseRefundsJob, jobKinds, PlayerPayload } from '../jobs.ts'
import { eraseAttemptTexts } from '../records/attempt-store.ts'
import { eraseMetadata, listOrdersByPlayer } from '../records/order-store.ts'
import { eraseEventBodies } from '../records/provider-event-store.ts'
import { listPurchasesByOrders } from '../records/purchase-store.ts'
import { toPurchase } from '../records/purchases.ts'
import { eraseReceiptEmails, listReceiptsByOrders } from '../records/receipt-store.ts'
import { eraseRefundTexts, listRefundsByOrders } from '../records/refund-store.ts'
import type { OrderRow, ReceiptRow, RefundRow } from '../records/tables.ts'
import { eraseWebhookTexts } from '../records/webhook-store.ts'
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

/**
 * Erases emails, provider event bodies and what games and staff wrote about orders. Payment records stay, as the law
 * requires. A refund that the provider has not answered keeps its reason until it is settled: a repeated request must be
 * identical.
 */
export async function erasePersonalData(
  { jobs, clock }: Pick<Deps, 'jobs' | 'clock'>,
  tx: Db,
  playerId: string,
): Promise<void> {
  await eraseReceiptEmails(tx, playerId)
  await eraseEventBodies(tx, playerId)
  await eraseAttemptTexts(tx, playerId)
  await eraseMetadata(tx, playerId)
  await eraseWebhookTexts(tx, playerId)
  if (await eraseRefundTexts(tx, playerId)) return
  await jobs.enqueue(tx, eraseRefundsJob(playerId, clock.now() + DAY_MS))
}

export function defineErasureJobs({ db, jobs }: Deps): void {
  jobs.define(jobKinds.eraseRefunds, {
    run: async (payload) => {
      const { playerId } = PlayerPayload.parse(payload)
      if (!(await eraseRefundTexts(db, playerId))) throw new RetryLater('A refund is not settled', DAY_MS)
    },
  })
}
