import type { Deps } from '../../../src/payments/deps.ts'
import { withoutOffers } from '../../../src/payments/records/order.ts'
import { insertOrder } from '../../../src/payments/records/order-store.ts'
import { grantPurchase } from '../../../src/payments/records/purchases.ts'
import type { OrderRow } from '../../../src/payments/records/tables.ts'
import { fileWebhook, paymentPaid } from '../../../src/payments/records/webhook.ts'
import type { Tx } from '../../../src/platform/database/database.ts'
import { newId } from '../../../src/platform/ids.ts'

export function paidOrder(playerId: string, project: string, now: number): OrderRow {
  return {
    id: newId(),
    playerId,
    project,
    itemId: `${project}-hints`,
    titles: null,
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
    onceItem: null,
    openItem: null,
    metadata: '{}',
    cancelCount: 0,
    closedAt: null,
    screenCalls: null,
    countryByNetwork: null,
    countryByCard: null,
    withdrawalWaiver: null,
    withdrawalMode: null,
    ...withoutOffers,
  }
}

/** Inserts a paid order, grants its purchase and files its webhook. @returns  the webhook's id */
export async function insertPaid(
  tx: Tx,
  deps: Pick<Deps, 'catalogue' | 'jobs'>,
  order: OrderRow,
): Promise<string> {
  await insertOrder(tx, order)
  const purchase = await grantPurchase(tx, order, order.createdAt)
  if (!purchase) throw new Error(`Order ${order.id} has a purchase`)
  const webhook = await fileWebhook(deps, tx, order, paymentPaid(order, [purchase]))
  if (!webhook) throw new Error(`Project ${order.project} has no webhook URL`)
  return webhook.id
}
