import { localText, type OrderStatus, providerTerms } from '@playhub/contract'
import { v7 } from 'uuid'
import type { Item } from '../../catalogue/index.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts'
import { type Tx, transact } from '../../platform/database/database.ts'
import type { Deps } from '../deps.ts'
import { createReceipt } from '../receipts/receipts.ts'
import { insertAttempt } from '../records/attempt-store.ts'
import { isPaid, type PaidOrder, toMoney, withoutOffers } from '../records/order.ts'
import { insertOrder, listStartedOrders } from '../records/order-store.ts'
import { insertPurchase } from '../records/purchase-store.ts'
import { insertRefund } from '../records/refund-store.ts'
import type { AttemptRow, OrderRow } from '../records/tables.ts'
import { newRefund } from '../refunds/refund-order.ts'

type DemoOrder = { ageMs: number; status: OrderStatus; isRefunded?: boolean }

/** Covers every status in a history, and a refund. */
const demoOrders: DemoOrder[] = [
  { ageMs: 41 * DAY_MS, status: 'paid' },
  { ageMs: 33 * DAY_MS, status: 'none' },
  { ageMs: 20 * DAY_MS, status: 'paid' },
  { ageMs: 12 * DAY_MS, status: 'fail' },
  { ageMs: 5 * DAY_MS, status: 'paid' },
  { ageMs: 3 * DAY_MS, status: 'paid', isRefunded: true },
  { ageMs: 2 * DAY_MS + 3 * HOUR_MS, status: 'none' },
  { ageMs: DAY_MS, status: 'paid' },
]

/** Gives the demo player a payment history, only once. Sends no email or webhook. */
export async function seedHistory(deps: Deps, playerId: string): Promise<void> {
  const { db, clock, catalogue } = deps
  // Demo payments are in dollars.
  const items = catalogue.projects().flatMap(({ items }) => items.filter(({ price }) => price.USD))
  const known = await listStartedOrders(db, playerId, { project: undefined, before: undefined, limit: 1 })
  if (known.length > 0) return
  for (const [index, { ageMs, status, isRefunded = false }] of demoOrders.entries()) {
    const item = items[index % items.length]
    if (item) await seedOrder(deps, newOrder(playerId, item, status, isRefunded, clock.now() - ageMs))
  }
}

export function newOrder(
  playerId: string,
  item: Item,
  status: OrderStatus,
  isRefunded: boolean,
  createdAt: number,
): OrderRow {
  const amountMinor = item.price.USD ?? null
  return {
    // Histories are paged by id, so the id must be as old as the order.
    id: v7({ msecs: createdAt }),
    playerId,
    project: item.project,
    itemId: item.id,
    titles: JSON.stringify(item.title),
    titleRu: localText(item.title, 'ru'),
    titleEn: localText(item.title, 'en'),
    priceRubMinor: item.price.RUB ?? null,
    priceUsdMinor: amountMinor,
    language: 'en',
    status,
    provider: 'stripe',
    currency: providerTerms.stripe.currency,
    amountMinor,
    createdAt,
    startedAt: createdAt + MINUTE_MS,
    paidAt: status === 'paid' ? createdAt + 2 * MINUTE_MS : null,
    paidAttemptId: isRefunded ? v7({ msecs: createdAt + MINUTE_MS }) : null,
    refundedMinor: isRefunded ? (amountMinor ?? 0) : 0,
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

/** Purchases are consumed, except non-consumable items and refunded orders. */
async function seedOrder(deps: Deps, order: OrderRow): Promise<void> {
  await transact(deps.db, async (tx) => {
    await insertOrder(tx, order)
    if (order.paidAt === null) return
    const isKept = deps.catalogue.item(order.itemId)?.once === true
    await insertPurchase(tx, {
      id: v7({ msecs: order.paidAt }),
      orderId: order.id,
      playerId: order.playerId,
      project: order.project,
      itemId: order.itemId,
      state: order.refundedMinor > 0 ? 'revoked' : isKept ? 'granted' : 'consumed',
      createdAt: order.paidAt,
      consumedAt: isKept ? null : order.paidAt + MINUTE_MS,
      decidedState: null,
    })
    if (isPaid(order)) await seedRefund(tx, order)
  })
  if (order.paidAt !== null) await createReceipt(deps, order)
}

/** Refunds the order in full. Nothing is scheduled, because no provider knows the charge. */
async function seedRefund(tx: Tx, order: PaidOrder): Promise<void> {
  const attempt = newAttempt(order)
  const refundedAt = order.paidAt + 30 * MINUTE_MS
  const origin = { requestKey: 'game:demo', requestedBy: 'game', reason: 'The item did not arrive' } as const
  await insertAttempt(tx, attempt)
  await insertRefund(tx, {
    ...newRefund(attempt, toMoney(attempt), origin, refundedAt),
    state: 'succeeded',
    sentAt: refundedAt,
    settledAt: refundedAt,
    nextCheckAt: null,
  })
}

export function newAttempt(order: PaidOrder): AttemptRow {
  const { id: orderId, paidAttemptId: id, paidAt, startedAt, amountMinor } = order
  return {
    id,
    orderId,
    provider: 'stripe',
    providerPaymentId: `demo-${id}`,
    amountMinor,
    currency: providerTerms.stripe.currency,
    state: 'succeeded',
    receiptEmail: null,
    fiscalTerms: null,
    paidWith: null,
    reviewReason: null,
    checkedAt: paidAt,
    nextCheckAt: paidAt,
    createdAt: startedAt ?? paidAt,
    closedAt: paidAt,
    supersededAt: null,
    cancelRequestedAt: null,
    nextTotalsCheckAt: null,
    reconciledAt: null,
    countryByNetwork: null,
    card: null,
  }
}
