/** Operators' changes to orders. Each one is recorded in the audit log. */
import { type Operation, recordOperation } from '../../platform/audit-log.ts'
import { type Db, type Tx, transact } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { closePrepaymentJob, reconcileAttemptJob } from '../jobs.ts'
import { recordGift } from '../limits/gifts.ts'
import { findStaffLimits } from '../limits/staff-limits.ts'
import { closeOrder, closeRepeats } from '../offers/close-order.ts'
import { givesOnce, lockOwned, ownsLine } from '../offers/owns-line.ts'
import { listAttemptsByOrder } from '../records/attempt-store.ts'
import { toConcerned } from '../records/order.ts'
import { findOrder, lockOrder, releaseOneTimeItem } from '../records/order-store.ts'
import { decidePurchase, findPurchaseByOrder, listUnits } from '../records/purchase-store.ts'
import { grantPurchase } from '../records/purchases.ts'
import { reopenClosingReceipt } from '../records/receipt-store.ts'
import type { DecidedState, HeldItem, OrderRow, PurchaseRow } from '../records/tables.ts'
import { fileWebhook, purchaseDecided } from '../records/webhook.ts'
import { findOrderId } from './order-search-store.ts'

/**
 * The operator's order.
 * @param text  A hub or provider payment id, or a receipt number.
 * @throws Refusal PAYMENT_NOT_FOUND
 */
export async function expectOrderId(db: Db, text: string): Promise<string> {
  const id = await findOrderId(db, text)
  if (id === undefined) throw new Refusal('PAYMENT_NOT_FOUND')
  return id
}

export function toOperatorPurchase({ id, state, decidedState, createdAt, consumedAt }: PurchaseRow) {
  return { id, state, decidedState, createdAt, consumedAt }
}

/**
 * Makes a running hub compare each attempt on the order with its provider: whether it was paid, and what was refunded. A
 * closing receipt that was given up is sent again.
 * @returns  how many attempts are compared
 * @throws Refusal PAYMENT_NOT_FOUND
 */
export async function reconcileOrder(
  { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  orderId: string,
  operation: Operation,
): Promise<number> {
  return transact(db, async (tx) => {
    const order = await findOrder(tx, orderId)
    if (!order) throw new Refusal('PAYMENT_NOT_FOUND')
    const attempts = await listAttemptsByOrder(tx, orderId)
    await jobs.enqueue(tx, ...attempts.map(({ id }) => reconcileAttemptJob(id)))
    if (await reopenClosingReceipt(tx, orderId)) await jobs.enqueue(tx, closePrepaymentJob(orderId))
    const before = { status: order.status, refundedMinor: order.refundedMinor }
    await recordOperation(tx, operation, {
      action: 'order.reconcile',
      subject: orderId,
      ...toConcerned(order),
      before,
      at: clock.now(),
    })
    return attempts.length
  })
}

export type DecisionDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'catalogue'>

/**
 * Gives the player an order's item, paid or not, and informs the game server. Refunds and disputes do not take it back. An
 * unpaid order is closed: a payment that arrives for it is returned.
 * @throws Refusal PAYMENT_NOT_FOUND; ITEM_ALREADY_OWNED for a bundle or gift; or as `recordGift`
 */
export function grantItem(deps: DecisionDeps, orderId: string, operation: Operation): Promise<PurchaseRow> {
  return decide(deps, orderId, 'granted', operation)
}

/**
 * Takes an order's item back without a refund, and informs the game server. A one-time item can be ordered again.
 * @throws Refusal PAYMENT_NOT_FOUND, PURCHASE_NOT_FOUND
 */
export function revokeItem(deps: DecisionDeps, orderId: string, operation: Operation): Promise<PurchaseRow> {
  return decide(deps, orderId, 'revoked', operation)
}

function decide(
  deps: DecisionDeps,
  orderId: string,
  decided: DecidedState,
  operation: Operation,
): Promise<PurchaseRow> {
  return transact(deps.db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order) throw new Refusal('PAYMENT_NOT_FOUND')
    return decideItem(deps, tx, order, decided, operation)
  })
}

/** Idempotent: a repeated decision files no second webhook. @param order  Must be locked. */
async function decideItem(
  deps: DecisionDeps,
  tx: Tx,
  order: OrderRow,
  decided: DecidedState,
  operation: Operation,
): Promise<PurchaseRow> {
  const now = deps.clock.now()
  const before = await findPurchaseByOrder(tx, order.id)
  if (before?.decidedState === decided) return before
  const isGiven = decided === 'granted' && (!before || before.state === 'revoked')
  const isOneTime = givesOnce(deps, order)
  if (isGiven && isOneTime) {
    await lockOwned(tx, order)
    if (await ownsLine(deps, tx, order)) throw new Refusal('ITEM_ALREADY_OWNED')
  }
  if (!before && decided === 'granted') await grantPurchase(tx, order, now)
  const after = await decidePurchase(tx, order.id, decided)
  if (!after) throw new Refusal('PURCHASE_NOT_FOUND')
  if (decided === 'revoked') await releaseOneTimeItem(tx, order.id)
  await closeOrder(deps, tx, order)
  if (decided === 'granted' && isOneTime) await closeRepeats(deps, tx, order)
  await fileWebhook(deps, tx, order, purchaseDecided(order, await listUnits(tx, order.id), decided, now))
  if (decided === 'granted') {
    const limits = await findStaffLimits(deps, tx, operation, 'orders.decide', order.project)
    await recordGift(deps, tx, order, { operation, limits })
  }
  await recordOperation(tx, operation, {
    action: decided === 'granted' ? 'order.grant' : 'order.revoke',
    subject: order.id,
    ...toConcerned(order),
    before: before && toOperatorPurchase(before),
    after: toOperatorPurchase(after),
    at: now,
  })
  return after
}

/**
 * Keeps or takes the item of a refunded order. The game server hears of a kept item only by the refund: for the game, nothing
 * else changes. An item that was taken before is not given back.
 * @param order  Must be locked.
 */
export async function decideRefundedItem(
  deps: DecisionDeps,
  tx: Tx,
  order: OrderRow,
  item: HeldItem,
  operation: Operation,
): Promise<void> {
  if (item === 'take') await decideItem(deps, tx, order, 'revoked', operation)
  if (item !== 'keep') return
  const purchase = await findPurchaseByOrder(tx, order.id)
  if (purchase && purchase.state !== 'revoked') await decidePurchase(tx, order.id, 'granted')
}
