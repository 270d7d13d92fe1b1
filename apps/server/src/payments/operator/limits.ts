import type { Currency } from '@playhub/contract'
import { type Clock, DAY_MS, SECOND_MS } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/database.ts'
import { incrementCounter } from '../../platform/limits/counter-store.ts'
import { Refusal } from '../../platform/refusal.ts'
import { listPrices } from '../records/order.ts'
import type { OrderRow, RefundRow } from '../records/tables.ts'

/** The largest refund by currency, in minor units; a currency that is missing has no limit. */
export type RefundLimits = Partial<Record<Currency, number>>

/** What an operator may give away: `perDay` items, none with a price above `amounts`. */
export type GrantLimits = { perDay: number; amounts: RefundLimits }

/** @throws Refusal REFUND_LIMIT_EXCEEDED */
export function checkRefund({ amountMinor, currency }: RefundRow, limits: RefundLimits | null): void {
  const limitMinor = limits?.[currency]
  if (limitMinor !== undefined && amountMinor > limitMinor)
    throw new Refusal('REFUND_LIMIT_EXCEEDED', { limitMinor, currency })
}

/**
 * Counts a gift by an operator. The counter is locked until the transaction ends, so that gifts at once do not pass the limit.
 * @throws Refusal GRANT_LIMIT_EXCEEDED, GRANTS_TOO_MANY with `retryInSeconds`
 */
export async function countGrant(
  { clock }: { clock: Clock },
  tx: Tx,
  order: OrderRow,
  operatorId: string,
  { perDay, amounts }: GrantLimits,
): Promise<void> {
  for (const { amountMinor, currency } of listPrices(order)) {
    const limitMinor = amounts[currency]
    if (limitMinor !== undefined && amountMinor > limitMinor)
      throw new Refusal('GRANT_LIMIT_EXCEEDED', { limitMinor, currency })
  }
  const now = clock.now()
  const { count, since } = await incrementCounter(tx, `grants by ${operatorId}`, now, now - DAY_MS)
  if (count > perDay)
    throw new Refusal('GRANTS_TOO_MANY', { retryInSeconds: Math.ceil((since + DAY_MS - now) / SECOND_MS) })
}
