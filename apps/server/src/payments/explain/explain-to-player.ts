import type { Db } from '../../platform/database/database.ts'
import { listAttemptsByOrders } from '../records/attempt-store.ts'
import { listDisputesByOrders } from '../records/dispute-store.ts'
import { listPurchasesByOrders } from '../records/purchase-store.ts'
import { listRefundsByOrders } from '../records/refund-store.ts'
import type { OrderRow } from '../records/tables.ts'
import { listWebhooksByOrders } from '../records/webhook-store.ts'
import { type ExplanationStyle, explainOrder, isSettled } from './explain-order.ts'
import { hasSomethingToExplain } from './order-state.ts'

/**
 * Explains orders to the player who placed them.
 * @returns  Sentences by order id. An order that is simply finished, such as one that was paid and arrived, has none.
 */
export async function explainToPlayer(
  db: Db,
  orders: OrderRow[],
  style: Omit<ExplanationStyle, 'audience'>,
): Promise<Map<string, string>> {
  const ids = await listUnsettled(db, orders)
  if (ids.length === 0) return new Map()
  const attempts = Map.groupBy(await listAttemptsByOrders(db, ids), getOrderId)
  const purchases = Map.groupBy(await listPurchasesByOrders(db, ids), getOrderId)
  const webhooks = Map.groupBy(await listWebhooksByOrders(db, ids), getOrderId)
  const refunds = Map.groupBy(await listRefundsByOrders(db, ids), getOrderId)
  const disputes = Map.groupBy(await listDisputesByOrders(db, ids), getOrderId)
  const sentences = orders.flatMap((order): [string, string][] => {
    const { id } = order
    if (!ids.includes(id)) return []
    const records = {
      order,
      attempts: attempts.get(id) ?? [],
      purchase: purchases.get(id)?.[0],
      webhooks: webhooks.get(id) ?? [],
      refunds: refunds.get(id) ?? [],
      disputes: disputes.get(id) ?? [],
    }
    return isSettled(records) ? [] : [[id, explainOrder(records, { ...style, audience: 'player' }).sentence]]
  })
  return new Map(sentences)
}

/** Keeps a page of finished orders at one statement. */
async function listUnsettled(db: Db, orders: OrderRow[]): Promise<string[]> {
  if (orders.length === 0) return []
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where(
      'id',
      'in',
      orders.map(({ id }) => id),
    )
    .where(hasSomethingToExplain)
    .execute()
  return rows.map(({ id }) => id)
}

const getOrderId = ({ orderId }: { orderId: string }) => orderId
