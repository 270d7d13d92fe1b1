/** Refunds that are held back for some minutes, in which staff can undo them. */
import { type Operation, recordOperation } from '../../platform/audit-log.ts'
import { type Tx, transact } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { jobKinds, providerCallQueue, RefundPayload, refundJob } from '../jobs.ts'
import { toConcerned } from '../records/order.ts'
import { lockOrder } from '../records/order-store.ts'
import { isHeld } from '../records/refund-rules.ts'
import { endRefundHold, findRefund } from '../records/refund-store.ts'
import type { OrderRow, RefundRow } from '../records/tables.ts'
import { liftHold } from '../refunds/lift-hold.ts'
import { type DecisionDeps, decideRefundedItem } from './orders.ts'

export function defineHoldJobs(deps: Deps): void {
  deps.jobs.define(jobKinds.endHold, {
    queue: providerCallQueue,
    run: (payload) => endHold(deps, RefundPayload.parse(payload).refundId),
  })
}

/** Decides about the item and sends the refund, once; lifts a player's unconfirmed withdrawal. A job that runs too early leaves it to the one that is due. */
async function endHold(deps: DecisionDeps, refundId: string): Promise<void> {
  await transact(deps.db, async (tx) => {
    const { refund, order } = await lockRefund(tx, refundId)
    const now = deps.clock.now()
    if (!refund || !order || !isHeld(refund) || now < (refund.heldUntil ?? 0)) return
    if (refund.declaredAt !== null) {
      await liftHold(tx, order, refund, now)
      return
    }
    const { operator, operatorId, reason } = refund
    const operation = { operator: operator ?? 'hub', operatorId, reason }
    if (refund.heldItem !== null) await decideRefundedItem(deps, tx, order, refund.heldItem, operation)
    await endRefundHold(tx, refundId, { nextCheckAt: now })
    await deps.jobs.enqueue(tx, refundJob(refund))
  })
}

/**
 * Undoes a held refund: its money is left to refund again, and its item was never decided about. Idempotent.
 * @param projects  Where the operator may refund; undefined: everywhere.
 * @throws Refusal REFUND_NOT_FOUND; REFUND_ALREADY_SENT once its hold is over
 */
export async function undoRefund(
  deps: DecisionDeps,
  refundId: string,
  projects: string[] | undefined,
  operation: Operation,
): Promise<RefundRow & Pick<OrderRow, 'project'>> {
  return transact(deps.db, async (tx) => {
    const { refund, order } = await lockRefund(tx, refundId)
    if (!refund || !order || (projects && !projects.includes(order.project)))
      throw new Refusal('REFUND_NOT_FOUND')
    const { project } = order
    if (refund.undoneAt !== null) return { ...refund, project }
    const now = deps.clock.now()
    if (!isHeld(refund) || now >= (refund.heldUntil ?? 0)) throw new Refusal('REFUND_ALREADY_SENT')
    const undone = await liftHold(tx, order, refund, now)
    const { amountMinor, currency } = refund
    await recordOperation(tx, operation, {
      action: 'order.refund-undo',
      subject: order.id,
      ...toConcerned(order),
      after: { refundId, amountMinor, currency },
      at: now,
    })
    return { ...undone, project }
  })
}

/** Locks the refund's order, and reads both. */
async function lockRefund(
  tx: Tx,
  refundId: string,
): Promise<{ refund: RefundRow | undefined; order: OrderRow | undefined }> {
  const found = await findRefund(tx, refundId)
  const order = found && (await lockOrder(tx, found.orderId))
  return { order, refund: order && (await findRefund(tx, refundId)) }
}
