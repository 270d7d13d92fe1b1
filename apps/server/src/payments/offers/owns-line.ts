import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { hasRowLocks } from '../../platform/database/row-locks.ts'
import type { Deps } from '../deps.ts'
import { parseLines, parseOfferIds } from '../records/order.ts'
import { setOrderLines } from '../records/order-store.ts'
import { listOwnedItems, ownsFromOtherOrder } from '../records/purchase-store.ts'
import type { OrderRow } from '../records/tables.ts'
import { listAdditions } from './facts.ts'
import { storeLines } from './order-quote.ts'

type Content = { catalogue: Pick<Deps['catalogue'], 'item' | 'project'> }
type OrderedLines = Pick<OrderRow, 'lines' | 'playerId' | 'project' | 'itemId' | 'offerIds'>

/** True when the order gives something that a player can have only once. */
export function givesOnce(
  { catalogue }: Content,
  order: Pick<OrderRow, 'onceItem' | 'itemId' | 'lines'>,
): boolean {
  const given = order.lines === null ? [order.itemId] : parseLines(order).map(({ itemId }) => itemId)
  return order.onceItem !== null || given.some((itemId) => catalogue.item(itemId)?.once === true)
}

/**
 * Keeps what the player owns from changing until the transaction ends. Bundles and gifts have no unique row as one-time orders
 * have, so two of them would each find nothing owned.
 */
export async function lockOwned(tx: Tx, { playerId }: Pick<OrderRow, 'playerId'>): Promise<void> {
  if (!hasRowLocks(tx)) return
  await sql`select pg_advisory_xact_lock(hashtextextended(${`owned by ${playerId}`}, 0))`.execute(tx)
}

/** True when the player keeps what the order gives already, and can have it only once. */
export async function ownsOrdered(content: Content, tx: Tx, order: OrderRow): Promise<boolean> {
  const isOneTime = order.onceItem !== null || content.catalogue.item(order.itemId)?.once === true
  return (isOneTime && (await ownsFromOtherOrder(tx, order))) || ownsLine(content, tx, order)
}

/** True when the order gives an item that the player keeps already, additions by offers excepted. */
export async function ownsLine(content: Content, tx: Tx, order: OrderedLines): Promise<boolean> {
  const added = listAdded(content, order)
  return (await listOwnedLines(content, tx, order)).some((itemId) => !added.has(itemId))
}

/** Items that offers add to the order, and that the player keeps already. */
export async function listOwnedAdditions(content: Content, tx: Tx, order: OrderedLines): Promise<string[]> {
  const added = listAdded(content, order)
  return added.size === 0
    ? []
    : (await listOwnedLines(content, tx, order)).filter((itemId) => added.has(itemId))
}

/** Takes out of a paid order the additions that its player has got since. */
export async function leaveOutOwned(content: Content, tx: Tx, order: OrderRow): Promise<OrderRow> {
  const owned = await listOwnedAdditions(content, tx, order)
  if (owned.length === 0) return order
  const kept = parseLines(order).filter(({ itemId }) => !owned.includes(itemId))
  const lines = storeLines(order.itemId, kept)
  await setOrderLines(tx, order.id, lines)
  return { ...order, lines }
}

async function listOwnedLines({ catalogue }: Content, tx: Tx, order: OrderedLines): Promise<string[]> {
  const once = parseLines(order).flatMap(({ itemId }) => (catalogue.item(itemId)?.once ? itemId : []))
  return once.length > 0 ? listOwnedItems(tx, order.playerId, once) : []
}

function listAdded({ catalogue }: Content, order: OrderedLines): Set<string> {
  const offerIds = parseOfferIds(order)
  const offers = catalogue.project(order.project)?.offers.filter(({ id }) => offerIds.includes(id)) ?? []
  const added = new Set(offers.flatMap(listAdditions))
  const contains = catalogue.item(order.itemId)?.contains ?? [{ item: order.itemId }]
  for (const { item } of contains) added.delete(item)
  return added
}
