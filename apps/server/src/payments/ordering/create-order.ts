import type { InterfaceLanguage, Metadata, Money, Order } from '@playhub/contract'
import type { Item } from '../../catalogue/index.ts'
import { type Tx, transact } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { readItemCode } from '../offers/entered-code.ts'
import { expectForSale, expectPrice, hasPrice, orderAtQuote } from '../offers/order-at-quote.ts'
import { newOrder, toPricedOrder } from '../offers/order-quote.ts'
import { ownsLine } from '../offers/owns-line.ts'
import { type PlannedUse, releaseUses, reserveUses } from '../offers/reserve.ts'
import { deleteUses } from '../offers/use-store.ts'
import { paymentScreenUrl } from '../payment-screen-url.ts'
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
import { cancelDearer, isDearer } from './cancel-dearer.ts'

type OrderRequest = {
  playerId: string
  itemId: string
  language: InterfaceLanguage
  metadata?: Metadata | undefined
  /** Game servers order with an idempotency key, and get one order per key. */
  orderedBy: 'player' | 'game'
  code?: { text: string; ip: string } | undefined
  /** The price that the player has seen. */
  expected?: Money | undefined
}

/**
 * Creates an order with the item's current title and price. Returns the player's unpaid order for the item if there is
 * one: for the player's own calls, and for one-time items.
 * @throws Refusal ITEM_NOT_FOUND; ITEM_NOT_FOR_SALE; PAYMENTS_METHODS_NOT_EXIST; ITEM_ALREADY_OWNED; PRICE_CHANGED;
 *         LIMIT_REACHED; CODE_NOT_FOUND; TOO_MANY_REQUESTS; as `cancelDearer`
 */
export async function createOrder(deps: Deps, request: OrderRequest): Promise<Order> {
  const { id, status } = await orderItem(deps, expectForSale(deps, request.itemId), request)
  return { id, url: paymentScreenUrl(deps.config, id), status }
}

async function orderItem(deps: Deps, item: Item, request: OrderRequest): Promise<OrderRow> {
  const { playerId, code, expected } = request
  const entered = code ? await readItemCode(deps, item, code.text, { playerId, ip: code.ip }) : null
  return orderAtQuote(deps, item, { playerId, code: entered }, async (priced, uses, { quote, now }) => {
    const order = toPlayersOrder(item, newOrder(item, priced, request, now), request)
    const pending = entered || !hasPrice(quote, expected) ? await findPending(deps, order) : undefined
    const dearer = entered && isDearer(pending, quote, entered) ? pending : undefined
    // The player's open payment of the item keeps its price, whatever the item costs now.
    const charged = pending && !dearer ? toPricedOrder(pending) : quote
    if (!hasPrice(quote, expected)) expectPrice(charged, expected)
    if (entered && dearer) await cancelDearer(deps, dearer, entered)
    const placed = await placeOrder(deps, order, uses)
    // An order may have been opened, paid or cancelled meanwhile.
    expectPrice(toPricedOrder(placed), expected)
    return placed
  })
}

async function findPending({ db }: Placing, order: OrderRow): Promise<OrderRow | undefined> {
  const unpaid = await (order.onceItem === null ? findOpenOrder(db, order) : findOneTimeOrder(db, order))
  return unpaid?.status === 'pending' ? unpaid : undefined
}

/** The locks that keep a player's calls to one unpaid order of the item. */
function toPlayersOrder(item: Item, order: OrderRow, { orderedBy }: OrderRequest): OrderRow {
  return {
    ...order,
    onceItem: item.once ? item.id : null,
    openItem: !item.once && orderedBy === 'player' ? item.id : null,
  }
}

type Placing = Pick<Deps, 'db' | 'clock' | 'catalogue'>

async function placeOrder(deps: Placing, order: OrderRow, uses: readonly PlannedUse[]): Promise<OrderRow> {
  const { db } = deps
  if (order.onceItem !== null)
    return transact(db, (tx) => reserveFor(deps, tx, order, uses, () => placeOneTimeOrder(tx, order)))
  if (uses.length === 0 && order.lines === null) {
    if (order.openItem === null) {
      await insertOrder(db, order)
      return order
    }
    if (await insertOpenOrder(db, order)) return order
  }
  return transact(db, (tx) => reserveFor(deps, tx, order, uses, () => placeOpenOrder(tx, order)))
}

/** Places the order, then takes what it uses. One whose payment is open keeps what it has. */
async function reserveFor(
  deps: Placing,
  tx: Tx,
  order: OrderRow,
  uses: readonly PlannedUse[],
  place: () => Promise<OrderRow>,
): Promise<OrderRow> {
  if (await ownsLine(deps, tx, order)) throw new Refusal('ITEM_ALREADY_OWNED')
  const placed = await place()
  if (placed.status === 'pending') return placed
  if (placed !== order) {
    await releaseUses(tx, placed.id)
    await deleteUses(tx, placed.id)
  }
  await reserveUses(deps, tx, placed, uses)
  return placed
}

async function placeOpenOrder(tx: Tx, order: OrderRow): Promise<OrderRow> {
  if (order.openItem === null) {
    await insertOrder(tx, order)
    return order
  }
  return (await insertOpenOrder(tx, order)) ? order : resumeOpenOrder(tx, order)
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
