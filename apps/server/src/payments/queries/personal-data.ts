import { DAY_MS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { Pages, pagesById } from '../../platform/http/json-pages.ts'
import { RetryLater } from '../../platform/jobs/job-kind.ts'
import type { Deps } from '../deps.ts'
import { ErasurePayload, finishErasureJob, jobKinds } from '../jobs.ts'
import { eraseReceiptEmails, eraseReviewReasons } from '../records/attempt-store.ts'
import { eraseMetadata, listOrdersByPlayer } from '../records/order-store.ts'
import { eraseEventBodies } from '../records/provider-event-store.ts'
import { listPurchasesByOrders } from '../records/purchase-store.ts'
import { toPurchase } from '../records/purchases.ts'
import { eraseReceiptTexts, listReceiptsByOrders } from '../records/receipt-store.ts'
import { getRequester } from '../records/refund-rules.ts'
import { eraseRefundTexts, listRefundsByOrders } from '../records/refund-store.ts'
import type { OrderRow, ReceiptRow, RefundRow } from '../records/tables.ts'
import { eraseWebhookTexts } from '../records/webhook-store.ts'
import { toRefund } from '../refunds/refund-order.ts'
import { removeAllCards } from '../remembered-cards/remembered-cards.ts'

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
  const { id, paymentId, amountMinor, currency, reason, state, createdAt, settledAt } = toRefund(refund)
  const requestedBy = getRequester(refund)
  return { id, paymentId, amountMinor, currency, reason, requestedBy, state, createdAt, settledAt }
}

/** Russia, 152-FZ, article 21, part 5: personal data are destroyed within 30 days. */
const keepsEmailsForMs = 30 * DAY_MS

/**
 * Erases emails, provider event bodies and texts by games and staff about orders. Payment records stay, as the law
 * requires. A refund without the provider's response keeps its reason until it is final: a repeated request must be
 * identical. A fiscal receipt that is still owed keeps its email until it is registered, for 30 days at most.
 */
export async function erasePersonalData(
  { jobs, clock }: Pick<Deps, 'jobs' | 'clock'>,
  tx: Db,
  playerId: string,
): Promise<void> {
  await removeAllCards({ jobs, clock }, tx, playerId)
  await eraseReceiptTexts(tx, playerId)
  await eraseEventBodies(tx, playerId)
  await eraseReviewReasons(tx, playerId)
  await eraseMetadata(tx, playerId)
  await eraseWebhookTexts(tx, playerId)
  const now = clock.now()
  const erasure = { playerId, keepsEmailsUntil: now + keepsEmailsForMs }
  if (!(await eraseWhatIsFinal(tx, erasure, now)))
    await jobs.enqueue(tx, finishErasureJob(erasure, now + DAY_MS))
}

export function defineErasureJobs({ db, jobs, clock }: Deps): void {
  jobs.define(jobKinds.finishErasure, {
    run: async (payload) => {
      const isErased = await eraseWhatIsFinal(db, ErasurePayload.parse(payload), clock.now())
      if (!isErased) throw new RetryLater('A refund or a receipt is not final', DAY_MS)
    },
  })
}

/** @returns  False while anything is left. */
async function eraseWhatIsFinal(
  db: Db,
  { playerId, keepsEmailsUntil }: ErasurePayload,
  now: number,
): Promise<boolean> {
  const hasNoEmail = await eraseReceiptEmails(db, playerId, { keepsOwed: now < keepsEmailsUntil })
  return (await eraseRefundTexts(db, playerId)) && hasNoEmail
}
