/** What an operator may do with orders. Each change is recorded in the audit log. */
import { type Operation, recordOperation } from '../../platform/audit-log.ts'
import { type Db, type Tx, transact } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { reconcileAttemptJob } from '../jobs.ts'
import { closeOrder } from '../provider-events/close-order.ts'
import { orderTimeline, type TimelineEntry } from '../queries/timeline.ts'
import { listAttemptsByOrder } from '../records/attempt-store.ts'
import { getTitle, toConcerned } from '../records/order.ts'
import { findOrder, lockOrder, releaseOneTimeItem } from '../records/order-store.ts'
import { decidePurchase, findPurchaseByOrder } from '../records/purchase-store.ts'
import { grantPurchase } from '../records/purchases.ts'
import type { DecidedState, OrderRow, PurchaseRow } from '../records/tables.ts'
import { fileWebhook, purchaseDecided } from '../records/webhook.ts'
import { countGrant, type GrantLimits } from './limits.ts'
import { findOrderId, listOrdersMatching, listOrdersPending } from './order-search-store.ts'

export type OrderSummary = Pick<
  OrderRow,
  | 'id'
  | 'playerId'
  | 'project'
  | 'itemId'
  | 'status'
  | 'provider'
  | 'currency'
  | 'amountMinor'
  | 'refundedMinor'
  | 'createdAt'
  | 'startedAt'
  | 'paidAt'
> & { title: string }

/**
 * @param text       A hub or provider payment id, a receipt number, or a player id.
 * @param playerIds  Also finds these players' orders.
 */
export async function findOrders(
  db: Db,
  text: string,
  { playerIds = [], limit }: { playerIds?: string[]; limit: number },
): Promise<OrderSummary[]> {
  return (await listOrdersMatching(db, text, playerIds, limit)).map(toSummary)
}

function toSummary(order: OrderRow): OrderSummary {
  const { id, playerId, project, itemId, status, provider, currency, amountMinor } = order
  const { refundedMinor, createdAt, startedAt, paidAt } = order
  return {
    ...{ id, playerId, project, itemId, title: getTitle(order, 'en'), status },
    ...{ provider, currency, amountMinor, refundedMinor, createdAt, startedAt, paidAt },
  }
}

/** Orders whose payment is under way, in the order in which they were started. */
export async function listPendingOrders(
  db: Db,
  filter: { project?: string | undefined; limit: number },
): Promise<OrderSummary[]> {
  return (await listOrdersPending(db, filter)).map(toSummary)
}

/**
 * The order that an operator means.
 * @param text  A hub or provider payment id, or a receipt number.
 * @throws Refusal PAYMENT_NOT_FOUND
 */
export async function expectOrderId(db: Db, text: string): Promise<string> {
  const id = await findOrderId(db, text)
  if (id === undefined) throw new Refusal('PAYMENT_NOT_FOUND')
  return id
}

export type OrderDetails = OrderSummary & {
  purchase: Pick<PurchaseRow, 'id' | 'state' | 'decidedState' | 'createdAt' | 'consumedAt'> | null
  attempts: { id: string; provider: string; providerPaymentId: string | null; state: string }[]
  timeline: TimelineEntry[]
}

/** @throws Refusal PAYMENT_NOT_FOUND */
export async function readOrder(db: Db, orderId: string): Promise<OrderDetails> {
  const order = await findOrder(db, orderId)
  if (!order) throw new Refusal('PAYMENT_NOT_FOUND')
  const purchase = await findPurchaseByOrder(db, orderId)
  const attempts = await listAttemptsByOrder(db, orderId)
  return {
    ...toSummary(order),
    purchase: purchase ? describe(purchase) : null,
    attempts: attempts.map(({ id, provider, providerPaymentId, state }) => ({
      ...{ id, provider, providerPaymentId, state },
    })),
    timeline: await orderTimeline(db, orderId),
  }
}

function describe({ id, state, decidedState, createdAt, consumedAt }: PurchaseRow) {
  return { id, state, decidedState, createdAt, consumedAt }
}

/**
 * Makes a running hub compare each attempt on the order with its provider: whether it was paid, and what was refunded.
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
 * @param limits  Of an operator who has them; null for none.
 * @throws Refusal PAYMENT_NOT_FOUND, or as `countGrant`
 */
export function grantItem(
  deps: DecisionDeps,
  orderId: string,
  operation: Operation,
  limits: GrantLimits | null = null,
): Promise<PurchaseRow> {
  return decide(deps, orderId, 'granted', operation, limits)
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
  limits: GrantLimits | null = null,
): Promise<PurchaseRow> {
  return transact(deps.db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order) throw new Refusal('PAYMENT_NOT_FOUND')
    return decideItem(deps, tx, order, decided, operation, limits)
  })
}

/** Idempotent: a repeated decision files no second webhook. @param order  Must be locked. */
export async function decideItem(
  deps: DecisionDeps,
  tx: Tx,
  order: OrderRow,
  decided: DecidedState,
  operation: Operation,
  limits: GrantLimits | null = null,
): Promise<PurchaseRow> {
  const now = deps.clock.now()
  const before = await findPurchaseByOrder(tx, order.id)
  if (before?.decidedState === decided) return before
  if (limits && operation.operatorId) await countGrant(deps, tx, order, operation.operatorId, limits)
  if (!before && decided === 'granted') await grantPurchase(tx, order, now)
  const after = await decidePurchase(tx, order.id, decided)
  if (!after) throw new Refusal('PURCHASE_NOT_FOUND')
  if (decided === 'revoked') await releaseOneTimeItem(tx, order.id)
  const isOneTime = order.onceItem !== null || deps.catalogue.item(order.itemId)?.once === true
  await closeOrder(deps, tx, order, { withOthers: decided === 'granted' && isOneTime })
  await fileWebhook(deps, tx, order, purchaseDecided(order, after, decided, now))
  await recordOperation(tx, operation, {
    action: decided === 'granted' ? 'order.grant' : 'order.revoke',
    subject: order.id,
    ...toConcerned(order),
    before: before && describe(before),
    after: describe(after),
    at: now,
  })
  return after
}
