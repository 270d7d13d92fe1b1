import { storeFault } from '@playhub/contract/operator/sentences/faults'
import { v7 } from 'uuid'
import type { Item } from '../../catalogue/index.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts'
import { type Tx, transact } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Deps } from '../deps.ts'
import { createReceipt } from '../receipts/receipts.ts'
import { insertAttempt } from '../records/attempt-store.ts'
import { insertDelivery } from '../records/delivery-store.ts'
import { insertDispute } from '../records/dispute-store.ts'
import { isPaid, type PaidOrder, toMoney } from '../records/order.ts'
import { insertOrder, listStartedOrders } from '../records/order-store.ts'
import { insertPurchase } from '../records/purchase-store.ts'
import { insertRefund } from '../records/refund-store.ts'
import type { OrderRow } from '../records/tables.ts'
import { insertWebhook } from '../records/webhook-store.ts'
import { newRefund } from '../refunds/refund-order.ts'
import { newAttempt, newOrder } from './seed-history.ts'

/** Nothing asks a provider about demo attempts, which no provider knows. */
const neverMs = 3650 * DAY_MS

/**
 * Gives a demo player orders for staff to handle, once: pending for long, not delivered, disputed, and with a failed
 * refund. Sends no email or webhook.
 * @returns  The undelivered order; undefined when the player has orders already.
 */
export async function seedAttention(deps: Deps, playerId: string): Promise<string | undefined> {
  const { db, clock, catalogue } = deps
  const known = await listStartedOrders(db, playerId, { project: undefined, before: undefined, limit: 1 })
  const items = catalogue.projects().flatMap(({ items }) => items.filter(({ price }) => price.USD))
  const [first, second = first] = items
  if (known.length > 0 || !first || !second) return undefined
  const now = clock.now()
  const order = (item: Item, status: OrderRow['status'], ageMs: number) =>
    newOrder(playerId, item, status, status === 'paid', now - ageMs)
  await transact(db, (tx) =>
    insertPending(tx, { ...order(first, 'pending', 40 * MINUTE_MS), paidAttemptId: null }),
  )
  const undelivered = await insertPaid(deps, order(first, 'paid', 3 * HOUR_MS), insertFailingWebhook)
  await insertPaid(deps, order(second, 'paid', 2 * DAY_MS), insertOpenDispute)
  await insertPaid(deps, order(second, 'paid', 5 * HOUR_MS), insertFailedRefund)
  return undelivered
}

async function insertPending(tx: Tx, order: OrderRow): Promise<void> {
  const { amountMinor, createdAt } = order
  if (amountMinor === null) return
  const paid = { ...order, amountMinor, provider: 'stripe', currency: 'USD', paidAt: createdAt } as const
  const attempt = newAttempt({ ...paid, paidAttemptId: newId() })
  await insertOrder(tx, order)
  await insertAttempt(tx, { ...attempt, state: 'open', closedAt: null, nextCheckAt: createdAt + neverMs })
}

async function insertPaid(
  deps: Deps,
  given: OrderRow,
  insertIssue: (tx: Tx, order: PaidOrder) => Promise<void>,
): Promise<string> {
  const order = { ...given, refundedMinor: 0 }
  if (!isPaid(order)) throw new Error('A demo order is not paid')
  await transact(deps.db, async (tx) => {
    await insertOrder(tx, order)
    await insertAttempt(tx, newAttempt(order))
    await insertPurchase(tx, {
      ...{ id: v7({ msecs: order.paidAt }), orderId: order.id, playerId: order.playerId },
      ...{ project: order.project, itemId: order.itemId, state: 'granted', createdAt: order.paidAt },
      ...{ consumedAt: null, decidedState: null },
    })
    await insertIssue(tx, order)
  })
  await createReceipt(deps, order)
  return order.id
}

/** Every try got a 500, until the retries were exhausted. */
async function insertFailingWebhook(
  tx: Tx,
  { id: orderId, project, playerId, paidAt }: PaidOrder,
): Promise<void> {
  const id = v7({ msecs: paidAt })
  const tries = [0, 1, 5, 30, 120].map((minutes) => paidAt + minutes * MINUTE_MS)
  await insertWebhook(tx, {
    ...{ id, orderId, project, playerId, type: 'payment.paid', subject: '', body: '{}', state: 'dead' },
    ...{
      attempts: tries.length,
      lastError: 'The game server answered 500',
      nextTryAt: 0,
      leasedUntil: 0,
      createdAt: paidAt,
    },
    ...{ deliveredAt: null, resentBy: null },
  })
  for (const at of tries)
    await insertDelivery(tx, {
      ...{ id: v7({ msecs: at }), webhookId: id, project, at, durationMs: 84, status: 500 },
      ...{ error: null, response: 'Internal Server Error', origin: 'schedule' },
    })
}

async function insertOpenDispute(
  tx: Tx,
  { id: orderId, paidAttemptId, amountMinor, paidAt }: PaidOrder,
): Promise<void> {
  const openedAt = paidAt + DAY_MS
  await insertDispute(tx, {
    ...{
      id: v7({ msecs: openedAt }),
      orderId,
      attemptId: paidAttemptId,
      providerDisputeId: `dp_demo_${orderId}`,
    },
    ...{ amountMinor, currency: 'USD', reason: 'product_not_received', state: 'open', openedAt },
    ...{ settledAt: null, nextCheckAt: null, dueBy: openedAt + 7 * DAY_MS },
  })
}

async function insertFailedRefund(tx: Tx, order: PaidOrder): Promise<void> {
  const attempt = newAttempt(order)
  const at = order.paidAt + HOUR_MS
  const origin = {
    requestKey: 'operator:demo',
    requestedBy: 'operator',
    reason: 'Bought by mistake',
  } as const
  await insertRefund(tx, {
    ...newRefund(attempt, toMoney(attempt), origin, at),
    ...{
      state: 'failed',
      error: storeFault('provider-refused', { said: 'The charge is too old' }),
      sentAt: at,
      settledAt: at,
      nextCheckAt: null,
    },
  })
}
