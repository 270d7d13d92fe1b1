import type { Tx } from '../../platform/database/database.ts'
import { listDisputesByAttempt } from './dispute-store.ts'
import type { PaidOrder } from './order.ts'
import { releaseOneTimeItem, setRefundedAmount } from './order-store.ts'
import { setPurchaseState } from './purchase-store.ts'
import { type Balance, calculateBalance } from './refund-rules.ts'
import { listRefundsByAttempt } from './refund-store.ts'
import type { AttemptRow } from './tables.ts'

/** Updates an order's refunded amount and its purchase. Call after every refund or dispute change. */
export async function updateBalance(tx: Tx, order: PaidOrder): Promise<Balance> {
  const balance = await computeBalance(tx, { id: order.paidAttemptId, amountMinor: order.amountMinor })
  await setRefundedAmount(tx, order.id, balance.refundedMinor)
  await setPurchaseState(tx, order.id, balance.purchaseState)
  if (balance.purchaseState === 'revoked') await releaseOneTimeItem(tx, order.id)
  return balance
}

/** @param charge  Its order must be locked, so the rows do not change meanwhile. */
export async function computeBalance(
  tx: Tx,
  charge: Pick<AttemptRow, 'id' | 'amountMinor'>,
): Promise<Balance> {
  const refunds = await listRefundsByAttempt(tx, charge.id)
  return calculateBalance(charge.amountMinor, refunds, await listDisputesByAttempt(tx, charge.id))
}
