import { calculateBalance, isHeld } from '../records/refund-rules.ts'
import { toRetryKey } from '../records/refund-store.ts'
import type { AttemptRow, RefundRow, WebhookRow } from '../records/tables.ts'
import type { OrderRecords } from './order-records.ts'
import { itemWebhooks, type OrderFacts } from './order-state.ts'

export function toFacts(records: OrderRecords): OrderFacts {
  const { attempts, closingReceipt, disputes, isGift, purchase, refunds } = records
  return {
    isHeld: attempts.some(({ reviewReason }) => reviewReason !== null),
    hasOpenDispute: disputes.some(({ state }) => state === 'open'),
    hasFailedRefund: findFailedRefund(records) !== undefined,
    hasFailedReceipt: closingReceipt?.state === 'failed',
    isUndelivered: findStuck(records, findItemWebhooks(records)) !== undefined,
    isGameUninformed: findStuck(records, records.webhooks) !== undefined,
    isDelivering: findItemWebhooks(records).length > 0,
    hasDeclaredWithdrawal: findDeclaredWithdrawal(records) !== undefined,
    hasPendingRefund: refunds.some(({ state }) => state === 'pending'),
    isOwned: purchase !== undefined && purchase.state !== 'revoked',
    isClaimed: isGift && purchase !== undefined && purchase.decidedState === null,
    isTakenBack: purchase?.decidedState === 'revoked',
  }
}

/** Where the item is: a granted one is with the player only once its game knows. */
export function toItemPlace(records: OrderRecords) {
  const { purchase } = records
  if (!purchase) return null
  if (purchase.state !== 'granted') return purchase.state
  const { isUndelivered, isDelivering } = toFacts(records)
  if (isUndelivered) return 'undelivered'
  if (isDelivering) return 'delivering'
  return countConsumed(records) > 0 ? 'partly-consumed' : 'granted'
}

export function countConsumed({ units }: Pick<OrderRecords, 'units'>): number {
  return units.filter(({ state }) => state === 'consumed').length
}

/** A charge of an order that the hub has closed, because the player owns the item by another order. */
export function findSurplusCharge({ attempts, order, units }: OrderRecords): AttemptRow | undefined {
  if (order.paidAt !== null || units.length > 0) return undefined
  return attempts.findLast(({ state }) => state === 'succeeded')
}

/** The latest one that was not retried and still could be. */
export function findFailedRefund({ attempts, disputes, refunds }: OrderRecords): RefundRow | undefined {
  const keys = new Set(refunds.map(({ requestKey }) => requestKey))
  return refunds.findLast(({ id, state, attemptId, amountMinor, undoneAt }) => {
    if (state !== 'failed' || undoneAt !== null || keys.has(toRetryKey(id))) return false
    const isOnCharge = (row: { attemptId: string }) => row.attemptId === attemptId
    const charged = attempts.find((attempt) => attempt.id === attemptId)?.amountMinor ?? 0
    const decided = disputes.filter((dispute) => isOnCharge(dispute) && dispute.state !== 'open')
    return amountMinor <= calculateBalance(charged, refunds.filter(isOnCharge), decided).refundableMinor
  })
}

/** The one that its player has yet to confirm. */
export function findDeclaredWithdrawal({ refunds }: Pick<OrderRecords, 'refunds'>): RefundRow | undefined {
  return refunds.find((refund) => refund.declaredAt !== null && isHeld(refund))
}

/** Why a webhook does not arrive. `blocked`: it waits behind one of the same player that was refused. */
export type Stuck = { webhook: WebhookRow; why: 'dead' | 'paused' | 'refused' | 'blocked' }

export function findStuckItem(records: OrderRecords): Stuck | undefined {
  return findStuck(records, findItemWebhooks(records))
}

export function findStuckWebhook(records: OrderRecords): Stuck | undefined {
  return findStuck(records, records.webhooks)
}

const reasons = ['dead', 'paused', 'refused', 'blocked'] as const

/** One that an operator must free comes first, then the oldest. */
function findStuck(records: OrderRecords, webhooks: WebhookRow[]): Stuck | undefined {
  const stuck = webhooks.flatMap((webhook): Stuck[] => {
    const why = explainStuck(records, webhook)
    return why ? [{ webhook, why }] : []
  })
  return reasons.flatMap((reason) => stuck.filter(({ why }) => why === reason))[0]
}

function explainStuck(
  { pausedAt, blocking }: OrderRecords,
  { attempts, state }: WebhookRow,
): Stuck['why'] | undefined {
  if (state === 'delivered') return undefined
  if (state === 'dead') return 'dead'
  if (pausedAt !== null) return 'paused'
  if (attempts > 0) return 'refused'
  return blocking ? 'blocked' : undefined
}

/** Undelivered webhooks that bring the item, unless a later one has brought it. */
function findItemWebhooks({ purchase, webhooks }: OrderRecords): WebhookRow[] {
  if (purchase?.state !== 'granted') return []
  const bringing = webhooks.filter(({ type }) => itemWebhooks.some((item) => item === type))
  const delivered = bringing.findLast(({ state }) => state === 'delivered')
  return bringing.filter(({ id, state }) => state !== 'delivered' && (!delivered || id > delivered.id))
}
