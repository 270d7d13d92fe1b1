import type { OperatorOrderState } from '@playhub/contract/operator'
import { type RawBuilder, sql } from 'kysely'
import type { OrderRow } from '../records/tables.ts'

/** What decides an order's state in words beside the order itself. */
export type OrderFacts = {
  /** An attempt contradicts the order, and an operator must review it. */
  isHeld: boolean
  hasOpenDispute: boolean
  /** A refund failed and was not retried. */
  hasFailedRefund: boolean
  /** The game server has refused a webhook, which is retried or given up. */
  hasFailingWebhook: boolean
}

/** An order's state in words. What needs a person comes first. */
export function toOrderState(
  order: Pick<OrderRow, 'status' | 'startedAt' | 'refundedMinor' | 'amountMinor'>,
  facts: OrderFacts,
): OperatorOrderState {
  if (facts.isHeld) return 'held'
  if (order.status === 'pending') return 'pending'
  if (order.status === 'fail') return 'failed'
  if (order.status === 'none') return order.startedAt === null ? 'not-started' : 'cancelled'
  if (facts.hasOpenDispute) return 'disputed'
  if (order.refundedMinor >= (order.amountMinor ?? 0)) return 'refunded'
  if (facts.hasFailedRefund) return 'refund-failed'
  if (facts.hasFailingWebhook) return 'undelivered'
  return order.refundedMinor > 0 ? 'partly-refunded' : 'paid'
}

const factConditions: Record<keyof OrderFacts, RawBuilder<boolean>> = {
  isHeld: sql`exists (select 1 from attempts where order_id = orders.id and review_reason is not null)`,
  hasOpenDispute: sql`exists (select 1 from disputes where order_id = orders.id and state = 'open')`,
  hasFailedRefund: sql`exists (select 1 from refunds where order_id = orders.id and state = 'failed' and not exists (
    select 1 from refunds as retry
    where retry.order_id = refunds.order_id and retry.request_key = 'operator:retry-' || refunds.id))`,
  hasFailingWebhook: sql`exists (select 1 from webhooks
    where order_id = orders.id and attempts > 0 and state <> 'delivered')`,
}

/** The same as `toOrderState`, in SQL. */
export const orderState: RawBuilder<OperatorOrderState> = sql<OperatorOrderState>`case
  when ${factConditions.isHeld} then 'held'
  when orders.status = 'pending' then 'pending'
  when orders.status = 'fail' then 'failed'
  when orders.status = 'none' and orders.started_at is null then 'not-started'
  when orders.status = 'none' then 'cancelled'
  when ${factConditions.hasOpenDispute} then 'disputed'
  when orders.refunded_minor >= orders.amount_minor then 'refunded'
  when ${factConditions.hasFailedRefund} then 'refund-failed'
  when ${factConditions.hasFailingWebhook} then 'undelivered'
  when orders.refunded_minor > 0 then 'partly-refunded'
  else 'paid' end`

/** True for an order that may have more to tell a player than its status does: it waits, failed, or was decided by others. */
export const hasSomethingToExplain: RawBuilder<boolean> = sql<boolean>`(
  orders.status in ('pending', 'fail')
  or orders.closed_at is not null
  or ${factConditions.isHeld}
  or ${factConditions.hasOpenDispute}
  or exists (select 1 from refunds where order_id = orders.id and state in ('pending', 'failed'))
  or exists (select 1 from webhooks where order_id = orders.id and state <> 'delivered')
  or exists (select 1 from purchases where order_id = orders.id and decided_state = 'revoked'))`
