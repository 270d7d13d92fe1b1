import type { OrderStatus } from '@playhub/contract'
import { transact } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { leavePending, lockOrder } from '../orders/order-store.ts'
import { orderOf } from '../orders/owned-order.ts'
import type { AttemptRow } from '../tables.ts'
import { findOpenAttempt } from './attempt-store.ts'
import { supersede } from './supersede.ts'

/**
 * Gives an order's payment up because its player asked, whoever provides it. The provider decides: if the money was
 * faster, the order is paid. What it cannot close is closed here and watched, as when the way to pay is switched.
 * @returns how the order stands now
 * @throws Refusal PAYMENT_IN_PROGRESS when money that came is held
 */
export async function cancelOrder(
  deps: Deps,
  request: { playerId: string; orderId: string },
): Promise<OrderStatus> {
  const order = await orderOf(deps, request.playerId, request.orderId)
  const attempt = await findOpenAttempt(deps.db, order.id)
  if (attempt) await giveUp(deps, attempt)
  await transact(deps.db, async (tx) => {
    await lockOrder(tx, order.id)
    await leavePending(tx, order.id, 'none')
  })
  return (await orderOf(deps, request.playerId, order.id)).status
}

async function giveUp(deps: Deps, attempt: AttemptRow): Promise<void> {
  try {
    await supersede(deps, attempt)
  } catch (error) {
    const isPaid = error instanceof Refusal && error.code === 'PAYMENT_ALREADY_PAID'
    if (!isPaid) throw error
  }
}
