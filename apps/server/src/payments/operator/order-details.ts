import type { OperatorOrder } from '@playhub/contract/operator'
import { describeFault, readFault } from '@playhub/contract/operator/sentences/faults'
import { listOperations } from '../../platform/audit-log.ts'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { getCountry } from '../buyer-country.ts'
import { type ExplanationStyle, explainOrder } from '../explain/explain-order.ts'
import { toItemPlace } from '../explain/order-facts.ts'
import { type OrderRecords, readOrderRecords } from '../explain/order-records.ts'
import { orderTimeline } from '../queries/timeline.ts'
import { getTitle, listPriceIn, parseOfferIds, parseWaiver } from '../records/order.ts'
import { findOrder } from '../records/order-store.ts'
import { listUnits } from '../records/purchase-store.ts'
import { findReceiptByOrder } from '../records/receipt-store.ts'
import { calculateBalance } from '../records/refund-rules.ts'
import type { OrderRow } from '../records/tables.ts'
import { listDisputesByOrder } from './dispute-list-store.ts'
import { toOperatorWebhook } from './operator-webhook.ts'
import type { ListedOrder } from './order-list-store.ts'
import { toOperatorPurchase } from './orders.ts'
import { toOperatorDispute, toOperatorRefund } from './refunds.ts'

const maxOperations = 100

/** Reads an order's project; undefined when there is no such order. */
export async function readOrderProject(db: Db, orderId: string): Promise<string | undefined> {
  return (await findOrder(db, orderId))?.project
}

/** @throws Refusal PAYMENT_NOT_FOUND */
export async function explainOrderById(db: Db, orderId: string, style: ExplanationStyle) {
  return explainOrder(await readRecords(db, orderId), style)
}

/** @throws Refusal PAYMENT_NOT_FOUND */
async function readRecords(db: Db, orderId: string): Promise<OrderRecords> {
  const order = await findOrder(db, orderId)
  const [records] = order ? await readOrderRecords(db, [order]) : []
  if (!records) throw new Refusal('PAYMENT_NOT_FOUND')
  return records
}

/** Facts from outside payments. */
export type OrderDetailsNeeds = {
  listPlayerNames(playerIds: string[]): Promise<Map<string, string>>
  listDeliveriesByWebhook(
    webhookIds: string[],
  ): Promise<Map<string, OperatorOrder['webhooks'][number]['deliveries']>>
  listTickets(orderId: string): Promise<OperatorOrder['tickets']>
}

/**
 * Everything about an order, with its explanation for an operator.
 * @throws Refusal PAYMENT_NOT_FOUND
 */
export async function readOperatorOrder(
  db: Db,
  needs: OrderDetailsNeeds,
  orderId: string,
  style: Omit<ExplanationStyle, 'audience'>,
): Promise<Omit<OperatorOrder, 'allowanceMinor'>> {
  const records = await readRecords(db, orderId)
  const { order, attempts, closingReceipt, purchase, webhooks, refunds } = records
  const disputes = await listDisputesByOrder(db, orderId)
  const explanation = explainOrder(records, { ...style, audience: 'operator' })
  const names = await needs.listPlayerNames([order.playerId])
  const deliveries = await needs.listDeliveriesByWebhook(webhooks.map(({ id }) => id))
  const receipt = await findReceiptByOrder(db, orderId)
  return {
    ...toOrderRow({ ...order, state: explanation.state }, names, style.language),
    explanation,
    purchase: purchase
      ? { ...toOperatorPurchase(purchase), place: toItemPlace(records) ?? purchase.state }
      : null,
    attempts: attempts.map(pickAttempt),
    webhooks: webhooks.map((webhook) => ({
      ...toOperatorWebhook(webhook),
      deliveries: deliveries.get(webhook.id) ?? [],
    })),
    refunds: refunds.map((refund) => toOperatorRefund({ ...refund, project: order.project })),
    refundableMinor: computeRefundable(records),
    disputes: disputes.map((dispute) => toOperatorDispute(dispute, style.language)),
    receipt: receipt ? { number: receipt.number, email: receipt.email, mailedAt: receipt.mailedAt } : null,
    waiver: parseWaiver(order),
    offers: await readOffers(db, order),
    closingReceipt: closingReceipt ? pickClosingReceipt(closingReceipt) : null,
    tickets: await needs.listTickets(orderId),
    timeline: await orderTimeline(db, orderId),
    audit: await listOperations(db, { orderId, limit: maxOperations }),
  }
}

async function readOffers(db: Db, order: OrderRow): Promise<OperatorOrder['offers']> {
  if (order.offerIds === null && order.lines === null) return null
  const units = order.lines === null ? [] : await listUnits(db, order.id)
  return {
    ids: parseOfferIds(order),
    listMinor: (order.currency && listPriceIn(order, order.currency)?.amountMinor) ?? null,
    units: units.map(({ id, itemId, state }) => ({ id, itemId, state })),
  }
}

/** @param names  By player. */
export function toOrderRow(order: ListedOrder, names: Map<string, string>, language: string) {
  const { id, createdAt, paidAt, playerId, project, itemId, status, state } = order
  const { provider, currency, amountMinor, refundedMinor, countryByNetwork, countryByCard } = order
  return {
    ...{ id, createdAt, paidAt, playerId, playerName: names.get(playerId) ?? null, project, itemId },
    ...{ title: getTitle(order, language), status, state, provider, currency, amountMinor, refundedMinor },
    ...{ country: getCountry(order), countryByNetwork, countryByCard },
  }
}

function computeRefundable({ order, refunds, disputes }: OrderRecords): number {
  const isOnPaidAttempt = ({ attemptId }: { attemptId: string }) => attemptId === order.paidAttemptId
  if (order.paidAttemptId === null) return 0
  const balance = calculateBalance(
    order.amountMinor ?? 0,
    refunds.filter(isOnPaidAttempt),
    disputes.filter(isOnPaidAttempt),
  )
  return balance.isDisputed ? 0 : balance.refundableMinor
}

function pickClosingReceipt(receipt: NonNullable<OrderRecords['closingReceipt']>) {
  const { state, amountMinor, tries, error, sentAt, nextTryAt, finishedAt } = receipt
  return {
    ...{ state, amountMinor, tries, sentAt, nextTryAt, finishedAt },
    error: describeFault(error),
    errorSentence: readFault(error),
  }
}

function pickAttempt({
  id,
  provider,
  providerPaymentId,
  state,
  reviewReason,
  ...attempt
}: OrderRecords['attempts'][number]) {
  const { paidWith, createdAt, closedAt } = attempt
  return {
    ...{ id, provider, providerPaymentId, state, paidWith, createdAt, closedAt },
    reviewReason: describeFault(reviewReason),
    reviewSentence: readFault(reviewReason),
  }
}
