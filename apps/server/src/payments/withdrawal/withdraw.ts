/** `legal.withdrawal: refund`: players withdraw from contracts by themselves, in two steps. */
import { storeFault } from '@playhub/contract/operator/sentences/faults'
import { type Tx, transact } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { refundJob, withdrawalEmailJob } from '../jobs.ts'
import { providerDefinitions } from '../providers/index.ts'
import { listDisputesByAttempt } from '../records/dispute-store.ts'
import { isPaid, type PaidOrder } from '../records/order.ts'
import { expectOrder, lockOrder } from '../records/order-store.ts'
import { findPurchaseByOrder } from '../records/purchase-store.ts'
import { calculateBalance, isBelowMinimum, isHeld } from '../records/refund-rules.ts'
import { endRefundHold, listRefundsByAttempt, listRefundsByOrders } from '../records/refund-store.ts'
import type { OrderRow, RefundRow } from '../records/tables.ts'
import { liftHold } from '../refunds/lift-hold.ts'
import { requestRefund } from '../refunds/refund-order.ts'
import {
  confirmWithinMs,
  isWithdrawalOpen,
  listEndedDeclarations,
  mayDeclareAgain,
} from './withdrawal-rules.ts'

type WithdrawalDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'catalogue'>

const steps = { declare, confirm, keep }

/**
 * One step of a withdrawal. The declared one is a held refund, which locks the item and reserves the money. Idempotent.
 * @throws Refusal PAYMENT_NOT_FOUND, also for another player's order; the others as `declare`, `confirm` and `keep`
 */
export async function withdraw(
  deps: WithdrawalDeps,
  { playerId, orderId, step }: { playerId: string; orderId: string; step: keyof typeof steps },
): Promise<void> {
  await expectOrder(deps, playerId, orderId)
  await steps[step](deps, orderId)
}

/** @throws Refusal WITHDRAWAL_NOT_OFFERED, WITHDRAWAL_NEEDS_SUPPORT, or as `requestRefund` */
async function declare(deps: WithdrawalDeps, orderId: string): Promise<void> {
  const refunds = await listRefundsByOrders(deps.db, [orderId])
  if (!mayDeclareAgain(refunds)) throw new Refusal('WITHDRAWAL_NEEDS_SUPPORT')
  await requestRefund(deps, {
    orderId,
    reason: storeFault('withdrawal'),
    requestedBy: 'player',
    // Two tabs declare the same withdrawal.
    key: `withdrawal-${listEndedDeclarations(refunds).length}`,
    hold: { until: deps.clock.now() + confirmWithinMs, item: 'unchanged' },
    onReserved: async (tx, order, refund) => {
      if (!isPaid(order) || !isWithdrawalOpen(deps, order)) throw new Refusal('WITHDRAWAL_NOT_OFFERED')
      await expectLocked(tx, order)
      await deps.jobs.enqueue(tx, withdrawalEmailJob({ refundId: refund.id, step: 'declared' }))
    },
  })
}

/**
 * Sends the refund. A part that went back since is left out.
 * @throws Refusal WITHDRAWAL_NOT_DECLARED; PAYMENT_DISPUTED; REFUND_EXCEEDS_PAID when nothing is left;
 *         WITHDRAWAL_NEEDS_SUPPORT when an operator has decided about the item
 */
async function confirm({ db, clock, jobs }: WithdrawalDeps, orderId: string): Promise<void> {
  await transact(db, async (tx) => {
    const { order, refund } = await lockWithdrawal(tx, orderId)
    if (refund && refund.confirmedAt !== null) return
    if (!order || !isPaid(order) || !refund || !isHeld(refund)) throw new Refusal('WITHDRAWAL_NOT_DECLARED')
    const amountMinor = await expectRefundable(tx, order, refund)
    await expectLocked(tx, order)
    const now = clock.now()
    await endRefundHold(tx, refund.id, { amountMinor, confirmedAt: now, nextCheckAt: now })
    const email = withdrawalEmailJob({ refundId: refund.id, step: 'confirmed' })
    await jobs.enqueue(tx, refundJob(refund), email)
  })
}

/** @throws Refusal WITHDRAWAL_NOT_DECLARED, also once it is confirmed */
async function keep({ db, clock }: WithdrawalDeps, orderId: string): Promise<void> {
  await transact(db, async (tx) => {
    const { order, refund } = await lockWithdrawal(tx, orderId)
    if (refund && refund.undoneAt !== null) return
    if (!order || !refund || !isHeld(refund)) throw new Refusal('WITHDRAWAL_NOT_DECLARED')
    await liftHold(tx, order, refund, clock.now())
  })
}

/** Locks the order, and reads the latest withdrawal. */
async function lockWithdrawal(
  tx: Tx,
  orderId: string,
): Promise<{ order: OrderRow | undefined; refund: RefundRow | undefined }> {
  const order = await lockOrder(tx, orderId)
  const refunds = await listRefundsByOrders(tx, [orderId])
  return { order, refund: refunds.findLast(({ declaredAt }) => declaredAt !== null) }
}

/** The game may have consumed the item, or an operator decided about it: then the refund does not lock it. */
async function expectLocked(tx: Tx, { id }: OrderRow): Promise<void> {
  const purchase = await findPurchaseByOrder(tx, id)
  if (purchase?.state !== 'frozen' || purchase.decidedState !== null)
    throw new Refusal('WITHDRAWAL_NEEDS_SUPPORT')
}

/** @returns  what the withdrawal refunds, after refunds in the provider's dashboard and disputes since its declaration */
async function expectRefundable(
  tx: Tx,
  { paidAttemptId, amountMinor: paidMinor, provider, currency }: PaidOrder,
  { id, amountMinor }: RefundRow,
): Promise<number> {
  const others = (await listRefundsByAttempt(tx, paidAttemptId)).filter((refund) => refund.id !== id)
  const disputes = await listDisputesByAttempt(tx, paidAttemptId)
  const { refundableMinor, isDisputed } = calculateBalance(paidMinor, others, disputes)
  if (isDisputed) throw new Refusal('PAYMENT_DISPUTED')
  if (refundableMinor === 0) throw new Refusal('REFUND_EXCEEDS_PAID', { left: 0, currency })
  const { minRefundMinor } = providerDefinitions[provider]
  if (isBelowMinimum(refundableMinor, refundableMinor, minRefundMinor))
    throw new Refusal('WITHDRAWAL_NEEDS_SUPPORT')
  return Math.min(amountMinor, refundableMinor)
}
