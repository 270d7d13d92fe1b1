import { formatMoney } from '@playhub/contract'
import { type AuditRow, listOperations } from '../../platform/audit-log.ts'
import type { Db } from '../../platform/database/database.ts'
import { listPrices } from '../records/order.ts'
import { findOrder } from '../records/order-store.ts'
import type { OrderRow } from '../records/tables.ts'
import {
  listTimelineAttempts,
  listTimelineDisputes,
  listTimelineEvents,
  listTimelinePurchases,
  listTimelineReceipts,
  listTimelineRefunds,
  listTimelineWebhooks,
} from './timeline-store.ts'

/** One event in an order's history, as text for an operator. The reason is what a person or a provider wrote. */
export type TimelineEntry = { at: number; says: string; reason: string | null }

/** More decisions about one order than operators make. */
const maxOperations = 100

/** `at` is null for what has not happened. */
type PossibleEntry = { at: number | null; says: string; reason?: string | null }

/** An order's history, oldest first, without secrets and emails. Empty when there is no such order. */
export async function orderTimeline(db: Db, orderId: string): Promise<TimelineEntry[]> {
  const order = await findOrder(db, orderId)
  if (!order) return []
  const operations = await listOperations(db, { subject: orderId, limit: maxOperations })
  const entries = [
    ...orderEntries(order),
    ...(await listTimelineAttempts(db, orderId)).flatMap(attemptEntries),
    ...(await listTimelineEvents(db, orderId)).map(eventEntry),
    ...(await listTimelinePurchases(db, orderId)).flatMap(purchaseEntries),
    ...(await listTimelineWebhooks(db, orderId)).flatMap(webhookEntries),
    ...(await listTimelineReceipts(db, orderId)).flatMap(receiptEntries),
    ...(await listTimelineRefunds(db, orderId)).flatMap((refund) => refundEntries(refund, operations)),
    ...(await listTimelineDisputes(db, orderId)).flatMap(disputeEntries),
    ...operations.map(operationEntry),
  ]
  return entries.flatMap(toHappened).sort((one, other) => one.at - other.at)
}

const toHappened = ({ at, says, reason = null }: PossibleEntry): TimelineEntry[] =>
  at === null ? [] : [{ at, says, reason }]

type Row<Lister extends (...given: never[]) => Promise<unknown[]>> = Awaited<ReturnType<Lister>>[number]

function orderEntries(order: OrderRow): PossibleEntry[] {
  const { titleEn, project, createdAt, startedAt, paidAt, status } = order
  const prices = listPrices(order)
    .map((price) => formatMoney(price, 'en'))
    .join(' or ')
  const unpaid = status === 'paid' ? '' : `; its status is "${status}" now`
  return [
    { at: createdAt, says: `Ordered "${titleEn}" of ${project} for ${prices}${unpaid}` },
    { at: startedAt, says: 'Payment started' },
    { at: paidAt, says: `Order paid through ${order.provider}` },
  ]
}

function attemptEntries(attempt: Row<typeof listTimelineAttempts>): PossibleEntry[] {
  const { provider, state, paidWith, reviewReason } = attempt
  const name = `Attempt at ${provider}`
  return [
    { at: attempt.createdAt, says: `${name} opened for ${formatMoney(attempt, 'en')}` },
    { at: attempt.supersededAt, says: `${name} superseded` },
    { at: attempt.cancelRequestedAt, says: `${name}: cancellation requested` },
    { at: attempt.closedAt, says: `${name}: ${state}${paidWith === null ? '' : `, ${paidWith}`}` },
    { at: attempt.reconciledAt, says: `${name} settled by reconciliation` },
    {
      at: reviewReason === null ? null : attempt.checkedAt,
      says: `${name} needs review`,
      reason: reviewReason,
    },
  ]
}

function eventEntry({ provider, kind, receivedAt }: Row<typeof listTimelineEvents>): PossibleEntry {
  return { at: receivedAt, says: `Event from ${provider}: ${kind}` }
}

function purchaseEntries({
  state,
  createdAt,
  consumedAt,
}: Row<typeof listTimelinePurchases>): PossibleEntry[] {
  return [
    { at: createdAt, says: `Purchase granted${state === 'granted' ? '' : `; it is ${state} now`}` },
    { at: consumedAt, says: 'Purchase consumed by the game' },
  ]
}

function webhookEntries(webhook: Row<typeof listTimelineWebhooks>): PossibleEntry[] {
  const { type, state, attempts } = webhook
  const deliveries = `${attempts} ${attempts === 1 ? 'delivery' : 'deliveries'}`
  const pending = state === 'delivered' ? '' : `; it is ${state} after ${deliveries}`
  return [
    { at: webhook.createdAt, says: `Webhook ${type} filed${pending}` },
    { at: webhook.deliveredAt, says: `Webhook ${type} delivered` },
  ]
}

function receiptEntries({ number, createdAt, mailedAt }: Row<typeof listTimelineReceipts>): PossibleEntry[] {
  return [
    { at: createdAt, says: `Receipt ${number} created` },
    { at: mailedAt, says: `Receipt ${number} emailed` },
  ]
}

function refundEntries(
  refund: Row<typeof listTimelineRefunds>,
  operations: readonly AuditRow[],
): PossibleEntry[] {
  const name = `Refund of ${formatMoney(refund, 'en')}`
  const { id, requestedBy, reason, state, error } = refund
  const operation = operations.find(({ after }) => after?.includes(id))
  const by = operation ? `operator ${operation.operator}` : `the ${requestedBy}`
  return [
    { at: refund.createdAt, says: `${name} requested by ${by}; it is ${state} now`, reason },
    { at: refund.sentAt, says: `${name} sent to the provider` },
    { at: refund.settledAt, says: `${name} ${state}`, reason: state === 'failed' ? error : null },
  ]
}

const decisions: Record<string, string> = {
  'order.grant': 'Item granted',
  'order.revoke': 'Item revoked without a refund',
  'order.reconcile': 'Comparison with the provider requested',
}

/** Refunds have their own entries. */
function operationEntry({ action, at, operator, reason }: AuditRow): PossibleEntry {
  const decision = decisions[action]
  return { at: decision === undefined ? null : at, says: `${decision} by operator ${operator}`, reason }
}

function disputeEntries({
  state,
  reason,
  openedAt,
  settledAt,
}: Row<typeof listTimelineDisputes>): PossibleEntry[] {
  return [
    { at: openedAt, says: `Dispute opened: ${reason}` },
    { at: settledAt, says: `Dispute ${state}` },
  ]
}
