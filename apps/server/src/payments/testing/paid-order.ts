import type { Tx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { grantPurchase } from '../attempts/settlement.ts'
import { insertOrder } from '../orders/order-store.ts'
import type { OrderRow } from '../tables.ts'
import { paymentPaid } from '../webhooks/webhook.ts'
import { insertWebhook } from '../webhooks/webhook-store.ts'
import { newWebhook, tellJob } from '../webhooks/webhooks.ts'

/** An order as it is once paid. */
export function paidOrder(playerId: string, project: string, now: number): OrderRow {
  return {
    id: newId(),
    playerId,
    project,
    itemId: `${project}-hints`,
    titleRu: 'Пять подсказок',
    titleEn: 'Five hints',
    priceRubMinor: 9900,
    priceUsdMinor: 99,
    language: 'en',
    status: 'paid',
    provider: 'stripe',
    currency: 'USD',
    amountMinor: 99,
    createdAt: now,
    startedAt: now,
    paidAt: now,
    paidAttemptId: null,
    refundedMinor: 0,
    metadata: '{}',
  }
}

/** Writes down a paid order with its purchase and its webhook, and plans the telling. @returns  the webhook's id */
export async function insertPaid(tx: Tx, jobs: Jobs, order: OrderRow): Promise<string> {
  await insertOrder(tx, order)
  const purchase = await grantPurchase(tx, order, order.createdAt)
  const webhook = newWebhook(order, paymentPaid(order, purchase))
  await insertWebhook(tx, webhook)
  await jobs.enqueue(tx, tellJob(order))
  return webhook.id
}
