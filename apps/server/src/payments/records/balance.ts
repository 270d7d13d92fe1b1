import type { Tx } from '../../platform/database/database.ts'
import { listDisputesByAttempt } from './dispute-store.ts'
import type { PaidOrder } from './order.ts'
import { releaseOneTimeItem, setRefundedAmount } from './order-store.ts'
import { setPurchaseState } from './purchase-store.ts'
import { listRefundsByAttempt } from './refund-store.ts'
import type { AttemptRow, DisputeState, RefundState, UnconsumedState } from './tables.ts'

/** A charge after its refunds and disputes. */
export type Balance = {
  /** Succeeded refunds and lost disputes; at most the amount paid. */
  refundedMinor: number
  /** What may still be refunded: excludes pending refunds and open disputes. */
  refundableMinor: number
  purchaseState: UnconsumedState
  /** A bank is deciding about the charge, so its provider refunds none of it. */
  isDisputed: boolean
}

/** Updates an order's refunded amount and its purchase. Call after every refund or dispute change. */
export async function updateBalance(tx: Tx, order: PaidOrder): Promise<Balance> {
  const balance = await computeBalance(tx, { id: order.paidAttemptId, amountMinor: order.amountMinor })
  await setRefundedAmount(tx, order.id, balance.refundedMinor)
  await setPurchaseState(tx, order.id, balance.purchaseState)
  if (balance.purchaseState === 'revoked') await releaseOneTimeItem(tx, order.id)
  return balance
}

/** @param charge  Its order must be locked, so that the rows do not change meanwhile. */
export async function computeBalance(
  tx: Tx,
  charge: Pick<AttemptRow, 'id' | 'amountMinor'>,
): Promise<Balance> {
  const refunds = await listRefundsByAttempt(tx, charge.id)
  return calculateBalance(charge.amountMinor, refunds, await listDisputesByAttempt(tx, charge.id))
}

type Entry<State> = { amountMinor: number; state: State }

export function calculateBalance(
  paidMinor: number,
  refunds: Entry<RefundState>[],
  disputes: Entry<DisputeState>[],
): Balance {
  const lost = sumByState(disputes, 'lost')
  const refundedMinor = Math.min(paidMinor, sumByState(refunds, 'succeeded') + lost)
  const pending = sumByState(refunds, 'pending')
  const disputed = sumByState(disputes, 'open')
  const refundableMinor = Math.max(0, paidMinor - refundedMinor - pending - disputed)
  const isRevoked = refundedMinor === paidMinor || lost > 0
  const isFrozen = disputed > 0 || refundedMinor + pending >= paidMinor
  const purchaseState = isRevoked ? 'revoked' : isFrozen ? 'frozen' : 'granted'
  return { refundedMinor, refundableMinor, purchaseState, isDisputed: disputed > 0 }
}

/** Succeeded refunds in total, as far as we know. */
export function refundedTotalMinor(refunds: Entry<RefundState>[]): number {
  return sumByState(refunds, 'succeeded')
}

function sumByState<State>(entries: Entry<State>[], state: State): number {
  return entries
    .filter((entry) => entry.state === state)
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0)
}
