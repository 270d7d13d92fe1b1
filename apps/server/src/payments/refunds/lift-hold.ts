import type { Tx } from '../../platform/database/database.ts'
import { updateBalance } from '../records/balance.ts'
import { isPaid } from '../records/order.ts'
import { endRefundHold } from '../records/refund-store.ts'
import type { OrderRow, RefundRow } from '../records/tables.ts'

/** Ends a held refund unsent: its money and its item are free again. @param order  Must be locked. */
export async function liftHold(tx: Tx, order: OrderRow, refund: RefundRow, now: number): Promise<RefundRow> {
  const change = { state: 'failed', undoneAt: now, settledAt: now, nextCheckAt: null } as const
  await endRefundHold(tx, refund.id, change)
  if (isPaid(order) && order.paidAttemptId === refund.attemptId) await updateBalance(tx, order)
  return { ...refund, ...change, heldItem: null }
}
