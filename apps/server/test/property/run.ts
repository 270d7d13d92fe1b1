import type { CapturedEvent } from '../support/payments/event-capture.ts'
import type { Player } from '../support/test-hub.ts'
import { type Environment, limitedItem, oneTimeItem } from './environment.ts'

/** A payment's misbehaving refunds: they fail after they were accepted, or stay pending until they are released. */
export type RefundFault = 'fail' | 'pend'

/** One random run: a player who orders up to three items, again and again. */
export type Run = {
  environment: Environment
  player: Player
  orders: string[]
  /** Each order's item, at the same index. */
  items: string[]
  /** Captured provider events; commands deliver them zero or more times. */
  events: CapturedEvent[]
  /** Payments created while the response to the hub is held back. */
  heldBack: { paymentId: string | undefined; end: Promise<unknown> }[]
  refundCount: number
  /** Keyed by provider payment id. */
  refundFaults: Map<string, RefundFault | 'over'>
  /** Payments refunded in the provider's dashboard, by id. */
  refundedInDashboard: Set<string>
  /** Orders whose item an operator gave away before they were paid: nothing may pay them any more. */
  given: Set<string>
  /** Orders that an operator refunded without taking the item. */
  kept: Set<string>
}

const allItems = ['islandm3-hints', 'islandm3-boosters', 'islandm3-chest']
export const maxItems = allItems.length

export async function startRun(environment: Environment): Promise<Run> {
  environment.eventCapture.clear()
  await environment.db.deleteFrom('jobs').where('state', '=', 'dead').execute()
  const run: Run = {
    environment,
    player: await environment.logIn(),
    orders: [],
    items: [],
    events: [],
    heldBack: [],
    refundCount: 0,
    refundFaults: new Map(),
    refundedInDashboard: new Set(),
    given: new Set(),
    kept: new Set(),
  }
  await placeOrder(run)
  return run
}

/** Orders an item new to the run. */
export async function placeOrder(run: Run): Promise<void> {
  await createOrder(run, allItems.find((itemId) => !run.items.includes(itemId)) ?? '')
}

/**
 * @returns  the order's id, which is an earlier one while the player has an unpaid order for the item; undefined when the item
 *   is bought once and the player owns it, or its limit is reached
 */
export async function createOrder(
  { environment, player, orders, items }: Run,
  itemId: string,
): Promise<string | undefined> {
  const created = await environment.call('POST /payments/create', { as: player, body: { itemId } })
  if (!created.ok && created.body.code === 'ITEM_ALREADY_OWNED' && itemId === oneTimeItem) return undefined
  if (!created.ok && created.body.code === 'LIMIT_REACHED' && itemId === limitedItem) return undefined
  if (!created.ok) throw new Error(`No order was created: ${created.body.code}`)
  const { id } = created.body
  if (!orders.includes(id)) {
    orders.push(id)
    items.push(itemId)
  }
  return id
}

export function orderAt({ orders }: Run, index: number): string {
  return orders[index % orders.length] as string
}
