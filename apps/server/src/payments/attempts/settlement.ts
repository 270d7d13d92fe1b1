import { type Tx, transact } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Deps } from '../deps.ts'
import { leavePending, lockOrder, payOrder } from '../orders/order-store.ts'
import { insertPurchase } from '../orders/purchase-store.ts'
import type { ProviderPayment } from '../providers/provider.ts'
import { receiptJob } from '../receipts/receipts.ts'
import { returnSecondCharge } from '../refunds/refunds.ts'
import type { AttemptRow, OrderRow, PurchaseRow } from '../tables.ts'
import { paymentPaid } from '../webhooks/webhook.ts'
import { fileWebhook } from '../webhooks/webhooks.ts'
import { closeAttempt, holdAttempt, succeedAttempt, supersedeOpenAttempt } from './attempt-store.ts'
import { providerOf } from './provider-of.ts'
import { judge, type Verdict } from './verdict.ts'

/** Asks the provider how an attempt stands and records it: the only way an order gets paid. */
export async function settleAttempt(deps: Deps, attempt: AttemptRow): Promise<Verdict> {
  if (attempt.providerId === null) throw new Error(`Attempt ${attempt.id} is not known at its provider`)
  return recordPayment(deps, attempt, await providerOf(deps, attempt).fetchPayment(attempt.providerId))
}

/** Records the provider's word. Safe to repeat and to race: every change asks for the state it changes. */
export async function recordPayment(
  deps: Deps,
  attempt: AttemptRow,
  payment: ProviderPayment,
): Promise<Verdict> {
  const verdict = judge(attempt, payment, providerOf(deps, attempt).isLive)
  if (verdict.kind === 'paid') await recordPaid(deps, attempt, payment)
  if (verdict.kind === 'cancelled') await recordClosed(deps, attempt, 'cancelled')
  if (verdict.kind === 'failed') await recordClosed(deps, attempt, 'failed')
  if (verdict.kind === 'held') await recordHeld(deps, attempt, verdict.reason)
  return verdict
}

/**
 * Order, purchase, webhook and receipt in one transaction: all of them or none. The order's row comes before its
 * attempts', as wherever both are written: two that took them the other way round would wait for each other.
 */
async function recordPaid(deps: Deps, attempt: AttemptRow, payment: ProviderPayment): Promise<void> {
  const now = deps.clock.now()
  await transact(deps.db, async (tx) => {
    const order = await payOrder(tx, attempt, now)
    const isNews = await succeedAttempt(tx, attempt.id, payment.paidWith, now)
    if (!order) return isNews ? returnSecondCharge(deps, tx, attempt) : undefined
    // A payment that was given up pays after all: whatever was opened instead of it is not wanted any more.
    if (attempt.state !== 'open') await supersedeOpenAttempt(tx, order.id, now)
    const purchase = await grantPurchase(tx, order, now)
    const webhookJobs = await fileWebhook(deps, tx, order, paymentPaid(order, purchase))
    await deps.jobs.enqueue(tx, ...webhookJobs, receiptJob(order.id))
  })
}

export async function grantPurchase(tx: Tx, order: OrderRow, now: number): Promise<PurchaseRow> {
  const purchase: PurchaseRow = {
    id: newId(),
    orderId: order.id,
    playerId: order.playerId,
    project: order.project,
    itemId: order.itemId,
    state: 'granted',
    createdAt: now,
    consumedAt: null,
  }
  await insertPurchase(tx, purchase)
  return purchase
}

async function recordClosed(deps: Deps, attempt: AttemptRow, state: 'cancelled' | 'failed'): Promise<void> {
  await transact(deps.db, async (tx) => {
    await lockOrder(tx, attempt.orderId)
    if (!(await closeAttempt(tx, attempt.id, state, deps.clock.now()))) return
    await leavePending(tx, attempt.orderId, state === 'failed' ? 'fail' : 'none')
  })
}

async function recordHeld({ db, log }: Deps, attempt: AttemptRow, reason: string): Promise<void> {
  if (!(await holdAttempt(db, attempt.id, reason))) return
  const { id, orderId, provider, providerId } = attempt
  log.error(
    { order: orderId, attempt: id, provider, providerId, reason },
    'A payment does not fit its attempt; held',
  )
}
