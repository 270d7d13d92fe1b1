import type { OperatorOrderState } from '@playhub/contract/operator'
import { type RawBuilder, sql } from 'kysely'
import { isGift } from '../offers/use-store.ts'
import type { OrderRow } from '../records/tables.ts'

/** Decides an order's state in words together with the order itself. */
export type OrderFacts = {
  /** An attempt contradicts the order, and an operator must review it. */
  isHeld: boolean
  hasOpenDispute: boolean
  /** A refund failed, was not retried, and the charge still has the money for it. */
  hasFailedRefund: boolean
  /** The closing receipt of a prepayment was given up. */
  hasFailedReceipt: boolean
  /** The player's item does not reach the game: its webhook is refused, given up, paused, or behind a refused one. */
  isUndelivered: boolean
  /** The game does not learn of something else, for the same reasons. */
  isGameUninformed: boolean
  /** The webhook with the player's item waits for its first try. */
  isDelivering: boolean
  /** The player withdrew from the contract and has not confirmed it. */
  hasDeclaredWithdrawal: boolean
  hasPendingRefund: boolean
  /** The player has the item, or gets it back. */
  isOwned: boolean
  /** The player has a gift, and no operator has decided about it. */
  isClaimed: boolean
  /** An operator took the item back without a refund. */
  isTakenBack: boolean
}

type StatedOrder = Pick<OrderRow, 'status' | 'startedAt' | 'refundedMinor' | 'amountMinor' | 'closedAt'>

/** An order's state in words. What needs a person comes first. */
export function toOrderState(order: StatedOrder, facts: OrderFacts): OperatorOrderState {
  if (facts.isHeld) return 'held'
  if (facts.hasOpenDispute) return 'disputed'
  if (facts.hasFailedRefund) return 'refund-failed'
  if (facts.hasFailedReceipt) return 'receipt-failed'
  if (facts.isUndelivered) return 'undelivered'
  if (facts.isGameUninformed) return 'game-not-told'
  if (facts.isDelivering) return 'delivering'
  if (facts.hasDeclaredWithdrawal) return 'withdrawal-declared'
  if (facts.hasPendingRefund) return 'refund-pending'
  if (order.status === 'pending') return 'pending'
  if (order.status !== 'paid' && order.closedAt !== null) {
    if (!facts.isOwned) return 'closed'
    return facts.isClaimed ? 'claimed' : 'given'
  }
  if (order.status === 'fail') return 'failed'
  if (order.status === 'none') return order.startedAt === null ? 'not-started' : 'cancelled'
  if (order.refundedMinor >= (order.amountMinor ?? 0)) return 'refunded'
  if (order.refundedMinor > 0) return 'partly-refunded'
  return facts.isTakenBack ? 'taken-back' : 'paid'
}

/** Types of webhooks that bring an item. */
export const itemWebhooks = ['payment.paid', 'purchase.granted'] as const

const itemTypes = sql.join(itemWebhooks.map((type) => sql.lit(type)))

const isStuck = sql`(webhooks.state = 'dead' or webhooks.attempts > 0
  or exists (select 1 from paused_projects where paused_projects.project = webhooks.project)
  or exists (select 1 from webhooks as ahead where ahead.project = webhooks.project
    and ahead.player_id = webhooks.player_id and ahead.state = 'waiting' and ahead.attempts > 0))`

export const concernsItem = sql`webhooks.type in (${itemTypes})`

/** A later delivery of the item makes an earlier one superfluous. */
export const bringsItem = sql`(${concernsItem}
  and exists (select 1 from all_purchases where all_purchases.order_id = webhooks.order_id
    and all_purchases.state = 'granted')
  and not exists (select 1 from webhooks as later where later.order_id = webhooks.order_id
    and later.type in (${itemTypes}) and later.state = 'delivered' and later.id > webhooks.id))`

const hasWebhook = (condition: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select 1 from webhooks
    where webhooks.order_id = orders.id and webhooks.state <> 'delivered' and ${condition})`

export const isOpenFailure = sql`(refunds.state = 'failed' and refunds.undone_at is null and not exists (select 1 from refunds as retry
    where retry.order_id = refunds.order_id and retry.request_key = 'operator:retry-' || refunds.id)
  and refunds.amount_minor <= (select amount_minor from attempts where attempts.id = refunds.attempt_id)
    - coalesce((select sum(other.amount_minor) from refunds as other
      where other.order_id = refunds.order_id and other.attempt_id = refunds.attempt_id and other.state <> 'failed'), 0)
    - coalesce((select sum(disputes.amount_minor) from disputes
      where disputes.order_id = refunds.order_id and disputes.attempt_id = refunds.attempt_id
        and disputes.state = 'lost'), 0))`

const factConditions: Record<keyof OrderFacts, RawBuilder<boolean>> = {
  isHeld: sql`exists (select 1 from attempts where order_id = orders.id and review_reason is not null)`,
  hasOpenDispute: sql`exists (select 1 from disputes where order_id = orders.id and state = 'open')`,
  hasFailedRefund: sql`exists (select 1 from refunds where refunds.order_id = orders.id and ${isOpenFailure})`,
  hasFailedReceipt: sql`exists (select 1 from closing_receipts where order_id = orders.id and state = 'failed')`,
  isUndelivered: hasWebhook(sql`${bringsItem} and ${isStuck}`),
  isGameUninformed: hasWebhook(isStuck),
  isDelivering: hasWebhook(bringsItem),
  hasDeclaredWithdrawal: sql`exists (select 1 from refunds where order_id = orders.id and state = 'pending'
    and declared_at is not null and held_item is not null)`,
  hasPendingRefund: sql`exists (select 1 from refunds where order_id = orders.id and state = 'pending')`,
  isOwned: sql`exists (select 1 from all_purchases where order_id = orders.id and state <> 'revoked')`,
  isClaimed: sql`(${isGift('orders')} and exists (select 1 from purchases where order_id = orders.id
    and decided_state is null))`,
  isTakenBack: sql`exists (select 1 from purchases where order_id = orders.id and decided_state = 'revoked')`,
}

/** The same as `toOrderState`, in SQL. */
export const orderState: RawBuilder<OperatorOrderState> = sql<OperatorOrderState>`case
  when ${factConditions.isHeld} then 'held'
  when ${factConditions.hasOpenDispute} then 'disputed'
  when ${factConditions.hasFailedRefund} then 'refund-failed'
  when ${factConditions.hasFailedReceipt} then 'receipt-failed'
  when ${factConditions.isUndelivered} then 'undelivered'
  when ${factConditions.isGameUninformed} then 'game-not-told'
  when ${factConditions.isDelivering} then 'delivering'
  when ${factConditions.hasDeclaredWithdrawal} then 'withdrawal-declared'
  when ${factConditions.hasPendingRefund} then 'refund-pending'
  when orders.status = 'pending' then 'pending'
  when orders.status <> 'paid' and orders.closed_at is not null
    then case when not ${factConditions.isOwned} then 'closed'
      when ${factConditions.isClaimed} then 'claimed' else 'given' end
  when orders.status = 'fail' then 'failed'
  when orders.status = 'none' and orders.started_at is null then 'not-started'
  when orders.status = 'none' then 'cancelled'
  when orders.refunded_minor >= orders.amount_minor then 'refunded'
  when orders.refunded_minor > 0 then 'partly-refunded'
  when ${factConditions.isTakenBack} then 'taken-back'
  else 'paid' end`

/** True for an order with more to report to a player than its status: waiting, failed, or decided by others. */
export const hasSomethingToExplain: RawBuilder<boolean> = sql<boolean>`(
  orders.status in ('pending', 'fail')
  or orders.closed_at is not null
  or ${factConditions.isHeld}
  or ${factConditions.hasOpenDispute}
  or exists (select 1 from refunds where order_id = orders.id and state in ('pending', 'failed') and undone_at is null)
  or exists (select 1 from webhooks where order_id = orders.id and state <> 'delivered')
  or ${factConditions.isTakenBack})`
