import type { Player } from '../../../testing/test-hub.ts'
import type { Posted } from '../event-capture.ts'
import type { World } from './environment.ts'

/** How refunds of a payment go wrong: they fail after they were taken, or are on their way until somebody lets them go. */
export type RefundTrouble = 'fail' | 'pend'

/** One player with some orders, to whom anything may happen. */
export type Life = {
  world: World
  player: Player
  orders: string[]
  /** Webhooks that somebody has, to be carried to the hub as often as they like. */
  mail: Posted[]
  /** Payments being opened, whose provider has done its part and keeps the hub waiting for the answer. */
  waiting: { paymentId: string | undefined; end: Promise<unknown> }[]
  refundsAsked: number
  /** The payments whose refunds go wrong, by their providers' ids. */
  refundTroubles: Map<string, RefundTrouble | 'over'>
  /** The payments of which somebody returned money at the provider's own desk. */
  returnedAtDesk: Set<string>
}

export const mostOrders = 3
const hints = 'islandm3-hints'

export async function beginLife(world: World): Promise<Life> {
  world.postbox.empty()
  await world.db.deleteFrom('jobs').where('state', '=', 'dead').execute()
  const life: Life = {
    world,
    player: await world.signIn(),
    orders: [],
    mail: [],
    waiting: [],
    refundsAsked: 0,
    refundTroubles: new Map(),
    returnedAtDesk: new Set(),
  }
  await orderOneMore(life)
  return life
}

export async function orderOneMore({ world, player, orders }: Life): Promise<void> {
  const made = await world.call('POST /payments/create', { as: player, body: { itemId: hints } })
  if (!made.ok) throw new Error(`Nothing could be ordered: ${made.body.code}`)
  orders.push(made.body.id)
}

export function orderAt({ orders }: Life, which: number): string {
  return orders[which % orders.length] as string
}
