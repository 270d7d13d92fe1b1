import type { Player } from '../../../testing/test-hub.ts'
import type { CapturedEvent } from '../event-capture.ts'
import type { Environment } from './environment.ts'

/** How refunds of a payment misbehave: they fail after they were accepted, or stay pending until they are released. */
export type RefundFault = 'fail' | 'pend'

/** One random run: a player with up to three orders. */
export type Run = {
  environment: Environment
  player: Player
  orders: string[]
  /** Captured provider events; commands deliver them any number of times. */
  events: CapturedEvent[]
  /** Payments that were created while the response to the hub is held back. */
  heldBack: { paymentId: string | undefined; end: Promise<unknown> }[]
  refundCount: number
  /** By the provider's payment id. */
  refundFaults: Map<string, RefundFault | 'over'>
  /** Ids of payments that were refunded in the provider's dashboard. */
  refundedInDashboard: Set<string>
}

/** A player has one unpaid order of an item, so each order of a run is of its own item. */
const items = ['islandm3-hints', 'islandm3-boosters', 'islandm3-chest']
export const maxOrders = items.length

export async function startRun(environment: Environment): Promise<Run> {
  environment.eventCapture.clear()
  await environment.db.deleteFrom('jobs').where('state', '=', 'dead').execute()
  const run: Run = {
    environment,
    player: await environment.signIn(),
    orders: [],
    events: [],
    heldBack: [],
    refundCount: 0,
    refundFaults: new Map(),
    refundedInDashboard: new Set(),
  }
  await placeOrder(run)
  return run
}

export async function placeOrder({ environment, player, orders }: Run): Promise<void> {
  const itemId = items[orders.length] ?? ''
  const created = await environment.call('POST /payments/create', { as: player, body: { itemId } })
  if (!created.ok) throw new Error(`No order was created: ${created.body.code}`)
  orders.push(created.body.id)
}

export function orderAt({ orders }: Run, index: number): string {
  return orders[index % orders.length] as string
}
