import type { Explanation, OperatorOrderState } from '@playhub/contract/operator'
import english from '../../i18n/en/explanations.json' with { type: 'json' }
import { isHeld } from '../records/refund-rules.ts'
import {
  countConsumed,
  findDeclaredWithdrawal,
  findFailedRefund,
  findStuckItem,
  findStuckWebhook,
  findSurplusCharge,
  type Stuck,
} from './order-facts.ts'
import type { OrderRecords } from './order-records.ts'

export type Text = keyof typeof english.operator
/** A sentence's statement, and who must act. */
export type Finding = Pick<Explanation, 'actor' | 'since' | 'nextAt'> & { text: Text }

export const findings: Record<OperatorOrderState, (records: OrderRecords) => Finding> = {
  'not-started': ({ order }) => find('not-started', 'player', order.createdAt),
  pending: ({ order, attempts }) => {
    const nextAt = attempts.find(({ state }) => state === 'open')?.nextCheckAt ?? null
    return { ...find('pending', 'player', order.startedAt ?? order.createdAt), nextAt }
  },
  held: ({ order, attempts }) => {
    const attempt = attempts.findLast(({ reviewReason }) => reviewReason !== null)
    return find('held', 'operator', attempt?.checkedAt ?? order.createdAt)
  },
  failed: (records) => find('failed', 'player', getClosedAt(records)),
  cancelled: (records) => find('cancelled', 'player', getClosedAt(records)),
  claimed: (records) => find('claimed', 'nobody', getGivenAt(records)),
  given: (records) => find('given', 'nobody', getGivenAt(records)),
  closed: (records) => {
    if (records.purchase)
      return find(records.isGift ? 'closed-gift' : 'closed-taken-back', 'nobody', getGivenAt(records))
    const charge = findSurplusCharge(records)
    if (!charge) return find('closed', 'nobody', getGivenAt(records))
    return records.refunds.length === 0
      ? find('closed-charged', 'hub', charge.closedAt ?? charge.createdAt)
      : find('closed-returned', 'nobody', getRefundedAt(records))
  },
  delivering: (records) => find('delivering', 'hub', getGivenAt(records)),
  undelivered: (records) => explainStuck('undelivered', records, findStuckItem(records), getGivenAt(records)),
  'game-not-told': (records) => {
    const stuck = findStuckWebhook(records)
    return explainStuck('game-not-told', records, stuck, stuck?.webhook.createdAt ?? records.order.createdAt)
  },
  paid: (records) => {
    const { purchase } = records
    const paidAt = getGivenAt(records)
    if (purchase?.state === 'consumed') return find('paid-consumed', 'nobody', purchase.consumedAt ?? paidAt)
    return find(countConsumed(records) > 0 ? 'paid-partly-consumed' : 'paid', 'game', paidAt)
  },
  'taken-back': (records) => find('taken-back', 'nobody', getGivenAt(records)),
  disputed: ({ order, disputes }) => {
    const dispute = findOpenDispute({ disputes })
    const hasDeadline = dispute !== undefined && dispute.dueBy !== null
    return find(hasDeadline ? 'disputed-due' : 'disputed', 'operator', dispute?.openedAt ?? order.createdAt)
  },
  'refund-failed': (records) =>
    find('refund-failed', 'operator', findFailedRefund(records)?.settledAt ?? records.order.createdAt),
  'receipt-failed': ({ order, closingReceipt }) =>
    find('receipt-failed', 'operator', closingReceipt?.finishedAt ?? order.createdAt),
  'withdrawal-declared': (records) => {
    const refund = findDeclaredWithdrawal(records)
    const since = refund?.createdAt ?? records.order.createdAt
    return { ...find('withdrawal-declared', 'player', since), nextAt: refund?.heldUntil ?? null }
  },
  'refund-pending': ({ order, refunds }) => {
    const refund = refunds.find(({ state }) => state === 'pending')
    const since = refund?.createdAt ?? order.createdAt
    if (refund && isHeld(refund)) return { ...find('refund-held', 'hub', since), nextAt: refund.heldUntil }
    return { ...find('refund-pending', 'provider', since), nextAt: refund?.nextCheckAt ?? null }
  },
  'partly-refunded': (records) =>
    find(hasLost(records) ? 'partly-refunded-lost' : 'partly-refunded', 'nobody', getRefundedAt(records)),
  refunded: (records) =>
    find(hasLost(records) ? 'refunded-lost' : 'refunded', 'nobody', getRefundedAt(records)),
}

function find(text: Text, actor: Explanation['actor'], since: number): Finding {
  return { text, actor, since, nextAt: null }
}

/** A paused or given up webhook waits for an operator, any other for the game server. */
function explainStuck(
  text: 'undelivered' | 'game-not-told',
  { blocking }: OrderRecords,
  stuck: Stuck | undefined,
  since: number,
): Finding {
  switch (stuck?.why) {
    case 'dead':
      return find(`${text}-dead`, 'operator', since)
    case 'paused':
      return find(`${text}-paused`, 'operator', since)
    case 'blocked':
      return { ...find(`${text}-blocked`, 'game', since), nextAt: blocking?.nextTryAt || null }
    default:
      return { ...find(text, 'game', since), nextAt: stuck?.webhook.nextTryAt || null }
  }
}

/** The one with the next deadline. */
export function findOpenDispute({ disputes }: Pick<OrderRecords, 'disputes'>) {
  const open = disputes.filter(({ state }) => state === 'open')
  return open.toSorted((one, other) => (one.dueBy ?? Infinity) - (other.dueBy ?? Infinity))[0]
}

function hasLost({ disputes }: OrderRecords): boolean {
  return disputes.some(({ state }) => state === 'lost')
}

/** When the player became the owner, or lost an item without paying: by paying, a claim, or an operator's decision. */
export function getGivenAt({ order, decidedAt, purchase }: OrderRecords): number {
  return order.paidAt ?? decidedAt ?? order.closedAt ?? purchase?.createdAt ?? order.createdAt
}

export function getClosedAt({ order, attempts }: OrderRecords): number {
  return (
    attempts.findLast(({ closedAt }) => closedAt !== null)?.closedAt ?? order.startedAt ?? order.createdAt
  )
}

export function getRefundedAt({ order, refunds, disputes }: OrderRecords): number {
  const instants = [...refunds, ...disputes].map(({ settledAt }) => settledAt ?? 0)
  return Math.max(0, ...instants) || (order.paidAt ?? order.createdAt)
}
