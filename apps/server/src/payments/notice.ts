import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../platform/clock.ts'
import type { OrderRow, PurchaseRow } from './tables.ts'

/** Waits before the first, second, … try: about three days in all. */
const waitsMs = [
  0,
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
]
const jitter = 0.1

/**
 * The wait after `attempt` failed tries, or null when that was the last.
 * @param random  From 0 to 1: spreads the tries of a server that was down, so that they do not all come at once.
 */
export function waitAfter(attempt: number, random: number): number | null {
  const waitMs = waitsMs[attempt]
  return waitMs === undefined ? null : Math.round(waitMs * (1 + jitter * random))
}

/** The body of the notice that a payment arrived. */
export function paymentPaid(order: OrderRow, purchase: PurchaseRow): string {
  const { id, playerId, project, itemId, amountMinor, currency, provider, paidAt } = order
  return JSON.stringify({
    type: 'payment.paid',
    timestamp: new Date(paidAt ?? purchase.createdAt).toISOString(),
    data: {
      paymentId: id,
      purchaseId: purchase.id,
      playerId,
      project,
      itemId,
      amountMinor,
      currency,
      provider,
      paidAt,
    },
  })
}
