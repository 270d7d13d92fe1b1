import type { OperatorOrder, OperatorWebhook } from '@playhub/contract/operator'
import { listOperations } from '../../platform/audit-log.ts'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type ExplanationStyle, explainOrder, type OrderRecords } from '../explain/explain-order.ts'
import { orderTimeline } from '../queries/timeline.ts'
import { listAttemptsByOrder } from '../records/attempt-store.ts'
import { getTitle } from '../records/order.ts'
import { findOrder } from '../records/order-store.ts'
import { findPurchaseByOrder } from '../records/purchase-store.ts'
import { findReceiptByOrder } from '../records/receipt-store.ts'
import { calculateBalance } from '../records/refund-rules.ts'
import { listRefundsByOrders } from '../records/refund-store.ts'
import type { WebhookRow } from '../records/tables.ts'
import { listWebhooksByOrders } from '../records/webhook-store.ts'
import { listDisputesByOrder } from './dispute-list-store.ts'
import type { ListedOrder } from './order-list-store.ts'
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
async function readRecords(db: Db, orderId: string) {
  const order = await findOrder(db, orderId)
  if (!order) throw new Refusal('PAYMENT_NOT_FOUND')
  return {
    order,
    attempts: await listAttemptsByOrder(db, orderId),
    purchase: await findPurchaseByOrder(db, orderId),
    webhooks: await listWebhooksByOrders(db, [orderId]),
    refunds: await listRefundsByOrders(db, [orderId]),
    disputes: await listDisputesByOrder(db, orderId),
  }
}

/** What payments alone do not know. */
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
): Promise<OperatorOrder> {
  const records = await readRecords(db, orderId)
  const { order, attempts, purchase, webhooks, refunds, disputes } = records
  const explanation = explainOrder(records, { ...style, audience: 'operator' })
  const names = await needs.listPlayerNames([order.playerId])
  const deliveries = await needs.listDeliveriesByWebhook(webhooks.map(({ id }) => id))
  const receipt = await findReceiptByOrder(db, orderId)
  return {
    ...toOrderRow({ ...order, state: explanation.state }, names, style.language),
    explanation,
    purchase: purchase ? pickPurchase(purchase) : null,
    attempts: attempts.map(pickAttempt),
    webhooks: webhooks.map((webhook) => ({
      ...toOperatorWebhook(webhook),
      deliveries: deliveries.get(webhook.id) ?? [],
    })),
    refunds: refunds.map((refund) => toOperatorRefund({ ...refund, project: order.project })),
    refundableMinor: computeRefundable(records),
    disputes: disputes.map(toOperatorDispute),
    receipt: receipt ? { number: receipt.number, email: receipt.email, mailedAt: receipt.mailedAt } : null,
    tickets: await needs.listTickets(orderId),
    timeline: await orderTimeline(db, orderId),
    audit: await listOperations(db, { orderId, limit: maxOperations }),
  }
}

/** @param names  By player. */
export function toOrderRow(order: ListedOrder, names: Map<string, string>, language: string) {
  const { id, createdAt, paidAt, playerId, project, itemId, status, state } = order
  const { provider, currency, amountMinor, refundedMinor } = order
  return {
    ...{ id, createdAt, paidAt, playerId, playerName: names.get(playerId) ?? null, project, itemId },
    ...{ title: getTitle(order, language), status, state, provider, currency, amountMinor, refundedMinor },
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

function pickPurchase({
  id,
  state,
  decidedState,
  createdAt,
  consumedAt,
}: NonNullable<OrderRecords['purchase']>) {
  return { id, state, decidedState, createdAt, consumedAt }
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
  return { id, provider, providerPaymentId, state, reviewReason, paidWith, createdAt, closedAt }
}

function toOperatorWebhook(webhook: WebhookRow): OperatorWebhook {
  const { id, orderId, playerId, project, type, state, attempts, lastError, createdAt, deliveredAt } = webhook
  const nextTryAt = state === 'waiting' ? webhook.nextTryAt || webhook.createdAt : null
  return {
    id,
    orderId,
    playerId,
    project,
    type,
    state,
    attempts,
    lastError,
    nextTryAt,
    createdAt,
    deliveredAt,
  }
}
