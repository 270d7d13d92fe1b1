import { type InterfaceLanguage, localText, type Metadata, type Order } from '@playhub/contract'
import type { Item } from '../../catalogue/index.ts'
import { type Tx, transact } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { withoutOffers } from '../records/order.ts'
import {
  findOneTimeOrder,
  findOpenOrder,
  insertOneTimeOrder,
  insertOpenOrder,
  insertOrder,
  releaseOpenItem,
  renewOrder,
} from '../records/order-store.ts'
import { ownsFromOtherOrder } from '../records/purchase-store.ts'
import type { OrderRow } from '../records/tables.ts'

type OrderRequest = {
  playerId: string
  itemId: string
  language: InterfaceLanguage
  metadata?: Metadata | undefined
  /** Game servers order with an idempotency key, and get one order per key. */
  orderedBy: 'player' | 'game'
}

/**
 * Creates an order with the item's current title and price. Returns the player's unpaid order for the item if there is
 * one: for the player's own calls, and for one-time items.
 * @throws Refusal ITEM_NOT_FOUND; ITEM_NOT_FOR_SALE; PAYMENTS_METHODS_NOT_EXIST; ITEM_ALREADY_OWNED
 */
export async function createOrder(deps: Deps, request: OrderRequest): Promise<Order> {
  const { clock, catalogue, config } = deps
  const item = catalogue.item(request.itemId)
  if (!item) throw new Refusal('ITEM_NOT_FOUND')
  // A game in development sells to its own team.
  const saleState = catalogue.saleState(item)
  if (saleState === 'notForSale') throw new Refusal('ITEM_NOT_FOR_SALE')
  if (saleState === 'noPayments') throw new Refusal('PAYMENTS_METHODS_NOT_EXIST')
  const order = newOrder(item, request, clock.now())
  const { id, status } = await placeOrder(deps, order)
  return { id, url: paymentScreenUrl(config, id), status }
}

function newOrder(
  item: Item,
  { playerId, language, metadata, orderedBy }: OrderRequest,
  createdAt: number,
): OrderRow {
  return {
    id: newId(),
    playerId,
    project: item.project,
    itemId: item.id,
    titles: JSON.stringify(item.title),
    titleRu: localText(item.title, 'ru'),
    titleEn: localText(item.title, 'en'),
    priceRubMinor: item.price.RUB ?? null,
    priceUsdMinor: item.price.USD ?? null,
    language,
    status: 'none',
    provider: null,
    currency: null,
    amountMinor: null,
    createdAt,
    startedAt: null,
    paidAt: null,
    paidAttemptId: null,
    refundedMinor: 0,
    onceItem: item.once ? item.id : null,
    openItem: !item.once && orderedBy === 'player' ? item.id : null,
    metadata: JSON.stringify(metadata ?? {}),
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

async function placeOrder({ db }: Pick<Deps, 'db'>, order: OrderRow): Promise<OrderRow> {
  if (order.onceItem !== null) return transact(db, (tx) => placeOneTimeOrder(tx, order))
  if (order.openItem === null) {
    await insertOrder(db, order)
    return order
  }
  if (await insertOpenOrder(db, order)) return order
  return transact(db, (tx) => resumeOpenOrder(tx, order))
}

/** Repeated player calls would create orders without limit, so a second call gets the first one's order. */
async function resumeOpenOrder(tx: Tx, order: OrderRow): Promise<OrderRow> {
  const existing = await findOpenOrder(tx, order)
  if (existing && existing.status !== 'paid') {
    if (existing.status === 'pending') return existing
    // Undefined: it has been opened, paid or closed in between.
    return (await renewOrder(tx, existing.id, order)) ?? resumeOpenOrder(tx, order)
  }
  if (existing) await releaseOpenItem(tx, existing.id)
  // Undefined: another call by the player was faster.
  return (await insertOpenOrder(tx, order)) ? order : resumeOpenOrder(tx, order)
}

/** Two tabs get the same order, so the order's locks also keep the item from being charged twice. */
async function placeOneTimeOrder(tx: Tx, order: OrderRow): Promise<OrderRow> {
  if (await ownsFromOtherOrder(tx, order)) throw new Refusal('ITEM_ALREADY_OWNED')
  if (await insertOneTimeOrder(tx, order)) return order
  const existing = await findOneTimeOrder(tx, order)
  // Undefined: the purchase behind the blocking order has been revoked in between.
  if (!existing) return placeOneTimeOrder(tx, order)
  if (existing.status === 'paid') throw new Refusal('ITEM_ALREADY_OWNED')
  if (existing.status === 'pending') return existing
  // Undefined: it has been opened, paid or closed in between.
  return (await renewOrder(tx, existing.id, order)) ?? placeOneTimeOrder(tx, order)
}

export function paymentScreenUrl({ http }: Pick<Deps['config'], 'http'>, orderId: string): string {
  return `${http.publicUrl}/payments/process/${orderId}`
}
