import { Refusal } from '../../platform/refusal.ts'
import { cancelOrder } from '../checkout/cancel.ts'
import type { Deps } from '../deps.ts'
import type { EnteredCode } from '../offers/entered-code.ts'
import { type PricedOrder, toPricedOrder } from '../offers/order-quote.ts'
import type { OrderRow } from '../records/tables.ts'

/** True when the payment of the order is open, and the code makes the order cheaper. */
export function isDearer(order: OrderRow | undefined, quote: PricedOrder, code: EnteredCode): boolean {
  if (order?.status !== 'pending' || order.currency === null) return false
  const [now, before] = [quote, toPricedOrder(order)].map(({ price }) => price[order.currency ?? 'USD'])
  return quote.offerIds.includes(code.offerId) && now !== undefined && before !== undefined && now < before
}

/**
 * Cancels the open payment of an order that a code makes cheaper, as its player would. Money that arrives all the same pays
 * the order once, and is returned when the order has been paid at the new price.
 * @throws Refusal CODE_USED, before anything is cancelled; PAYMENT_ALREADY_PAID; PAYMENT_IN_PROGRESS
 */
export async function cancelDearer(
  deps: Deps,
  { id: orderId, playerId }: OrderRow,
  code: EnteredCode,
): Promise<void> {
  if (code.isUsedUp) throw new Refusal('CODE_USED')
  const status = await cancelOrder(deps, { playerId, orderId })
  if (status === 'paid') throw new Refusal('PAYMENT_ALREADY_PAID')
}
