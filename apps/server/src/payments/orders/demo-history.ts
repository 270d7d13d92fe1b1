import { type OrderStatus, providerTerms } from '@playhub/contract'
import { v7 } from 'uuid'
import type { Item } from '../../catalogue/index.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts'
import { transact } from '../../platform/database/database.ts'
import type { Deps } from '../deps.ts'
import { makeReceipt } from '../receipts/receipts.ts'
import { isPaid } from '../refunds/books.ts'
import type { OrderRow } from '../tables.ts'
import { insertReturn } from './demo-return.ts'
import { insertOrder, listBegunOrders } from './order-store.ts'
import { insertPurchase } from './purchase-store.ts'

type Past = { agoMs: number; status: OrderStatus; isReturned?: boolean }

/** What the demo player did before today: every status a history can show, and money that went back. */
const past: Past[] = [
  { agoMs: 41 * DAY_MS, status: 'paid' },
  { agoMs: 33 * DAY_MS, status: 'none' },
  { agoMs: 20 * DAY_MS, status: 'paid' },
  { agoMs: 12 * DAY_MS, status: 'fail' },
  { agoMs: 5 * DAY_MS, status: 'paid' },
  { agoMs: 3 * DAY_MS, status: 'paid', isReturned: true },
  { agoMs: 2 * DAY_MS + 3 * HOUR_MS, status: 'none' },
  { agoMs: DAY_MS, status: 'paid' },
]

/** Gives the demo player a short history, once. Nothing is sent to anybody for it. */
export async function seedHistory(deps: Deps, playerId: string): Promise<void> {
  const { db, clock, catalogue } = deps
  const items = catalogue.projects().flatMap((project) => project.items)
  const begun = await listBegunOrders(db, playerId, { project: undefined, before: undefined, limit: 1 })
  if (begun.length > 0 || items.length === 0) return
  for (const [index, { agoMs, ...how }] of past.entries()) {
    const item = items[index % items.length] as Item
    await seedOrder(deps, demoOrder(playerId, item, how, clock.now() - agoMs))
  }
}

function demoOrder(
  playerId: string,
  item: Item,
  { status, isReturned = false }: Omit<Past, 'agoMs'>,
  createdAt: number,
): OrderRow {
  const isPaid = status === 'paid'
  return {
    // Histories are paged by id, so an order of the past needs an id of the past.
    id: v7({ msecs: createdAt }),
    playerId,
    project: item.project,
    itemId: item.id,
    titleRu: item.title.ru,
    titleEn: item.title.en,
    priceRubMinor: item.price.RUB,
    priceUsdMinor: item.price.USD,
    language: 'en',
    status,
    provider: 'stripe',
    currency: providerTerms.stripe.currency,
    amountMinor: item.price.USD,
    createdAt,
    startedAt: createdAt + MINUTE_MS,
    paidAt: isPaid ? createdAt + 2 * MINUTE_MS : null,
    paidAttemptId: isReturned ? v7({ msecs: createdAt + MINUTE_MS }) : null,
    refundedMinor: isReturned ? item.price.USD : 0,
    metadata: '{}',
  }
}

/** What was bought so long ago has been used up, unless its money went back. */
async function seedOrder(deps: Deps, order: OrderRow): Promise<void> {
  await transact(deps.db, async (tx) => {
    await insertOrder(tx, order)
    if (order.paidAt === null) return
    await insertPurchase(tx, {
      id: v7({ msecs: order.paidAt }),
      orderId: order.id,
      playerId: order.playerId,
      project: order.project,
      itemId: order.itemId,
      state: order.refundedMinor > 0 ? 'revoked' : 'consumed',
      createdAt: order.paidAt,
      consumedAt: order.paidAt + MINUTE_MS,
    })
    if (isPaid(order)) await insertReturn(tx, order)
  })
  if (order.paidAt !== null) await makeReceipt(deps, order)
}
