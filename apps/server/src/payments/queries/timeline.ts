import { describeFault, readFault } from '@playhub/contract/operator/sentences/faults'
import { fillSentence, type SentenceParams } from '@playhub/contract/operator/sentences/sentence'
import { type TimelineCode, timelineSentences } from '@playhub/contract/operator/sentences/timeline'
import { type AuditRow, listOperations } from '../../platform/audit-log.ts'
import type { Db } from '../../platform/database/database.ts'
import { listGiftOrders } from '../offers/use-store.ts'
import { listPrices, parseWaiver } from '../records/order.ts'
import { findOrder } from '../records/order-store.ts'
import type { OrderRow } from '../records/tables.ts'
import {
  listTimelineAttempts,
  listTimelineClosingReceipts,
  listTimelineDisputes,
  listTimelineEvents,
  listTimelinePurchases,
  listTimelineReceipts,
  listTimelineRefunds,
  listTimelineWebhooks,
} from './timeline-store.ts'

type Sentence = { code: string; params: SentenceParams }

/**
 * One event in an order's history, in English and as a sentence by code. The reason is what a person or a provider wrote,
 * or what the hub stored as a code.
 */
export type TimelineEntry = {
  at: number
  says: string
  reason: string | null
  sentence: Sentence
  reasonSentence: Sentence | null
}

/** More decisions about one order than operators make. */
const maxOperations = 100

/** `at` is null for what has not happened. */
type PossibleEntry = {
  at: number | null
  code: TimelineCode
  params?: SentenceParams
  reason?: string | null
}

/** An order's history, oldest first, without secrets and emails. Empty when there is no such order. */
export async function orderTimeline(db: Db, orderId: string): Promise<TimelineEntry[]> {
  const order = await findOrder(db, orderId)
  if (!order) return []
  const operations = await listOperations(db, { subject: orderId, limit: maxOperations })
  const entries = [
    ...orderEntries(order, (await listGiftOrders(db, [orderId])).length > 0),
    ...(await listTimelineAttempts(db, orderId)).flatMap(attemptEntries),
    ...(await listTimelineEvents(db, orderId)).map(eventEntry),
    ...(await listTimelinePurchases(db, orderId)).flatMap(purchaseEntries),
    ...(await listTimelineWebhooks(db, orderId)).flatMap(webhookEntries),
    ...(await listTimelineReceipts(db, orderId)).flatMap(receiptEntries),
    ...(await listTimelineClosingReceipts(db, orderId)).flatMap((receipt) =>
      closingReceiptEntries(receipt, order),
    ),
    ...(await listTimelineRefunds(db, orderId)).flatMap((refund) => refundEntries(refund, operations)),
    ...(await listTimelineDisputes(db, orderId)).flatMap(disputeEntries),
    ...operations.flatMap(operationEntries),
  ]
  return entries.flatMap(toHappened).sort((one, other) => one.at - other.at)
}

function toHappened({ at, code, params = {}, reason = null }: PossibleEntry): TimelineEntry[] {
  if (at === null) return []
  const sentence = { code, params }
  const says = fillSentence(timelineSentences, sentence, 'en') ?? code
  return [{ at, says, reason: describeFault(reason), sentence, reasonSentence: readFault(reason) }]
}

type Row<Lister extends (...given: never[]) => Promise<unknown[]>> = Awaited<ReturnType<Lister>>[number]

function orderEntries(order: OrderRow, isGift: boolean): PossibleEntry[] {
  const { titleEn, titleRu, project, createdAt, startedAt, paidAt, status, provider } = order
  const params = { title: { ru: titleRu, en: titleEn }, project, prices: listPrices(order), status }
  const ordered = status === 'paid' ? 'order.created' : 'order.created-unpaid'
  const waiver = parseWaiver(order)
  return [
    { at: createdAt, code: isGift ? 'gift.claimed' : ordered, params },
    {
      at: waiver?.at ?? null,
      code: 'waiver.given',
      params: { language: waiver?.language ?? '' },
    },
    { at: startedAt, code: 'order.started' },
    { at: paidAt, code: 'order.paid', params: { provider: provider ?? '–' } },
  ]
}

function attemptEntries(attempt: Row<typeof listTimelineAttempts>): PossibleEntry[] {
  const { provider, state, paidWith, reviewReason, amountMinor, currency } = attempt
  const params = { provider }
  const closed = { ...params, attempt: state, paidWith: paidWith ?? '' }
  return [
    {
      at: attempt.createdAt,
      code: 'attempt.opened',
      params: { ...params, amount: { amountMinor, currency } },
    },
    { at: attempt.supersededAt, code: 'attempt.superseded', params },
    { at: attempt.cancelRequestedAt, code: 'attempt.cancel-requested', params },
    {
      at: attempt.closedAt,
      code: paidWith === null ? 'attempt.closed' : 'attempt.closed-with',
      params: closed,
    },
    { at: attempt.reconciledAt, code: 'attempt.reconciled', params },
    {
      at: reviewReason === null ? null : attempt.checkedAt,
      code: 'attempt.held',
      params,
      reason: reviewReason,
    },
  ]
}

function eventEntry({ provider, kind, receivedAt }: Row<typeof listTimelineEvents>): PossibleEntry {
  return { at: receivedAt, code: 'provider.event', params: { provider, kind } }
}

function purchaseEntries({
  itemId,
  state,
  createdAt,
  consumedAt,
}: Row<typeof listTimelinePurchases>): PossibleEntry[] {
  const code = state === 'granted' ? 'purchase.granted' : 'purchase.granted-since'
  const params = { item: itemId, purchase: state }
  return [
    { at: createdAt, code, params },
    { at: consumedAt, code: 'purchase.consumed', params },
  ]
}

function webhookEntries(webhook: Row<typeof listTimelineWebhooks>): PossibleEntry[] {
  const { type, state, attempts } = webhook
  const code = state === 'delivered' ? 'webhook.filed' : 'webhook.filed-waiting'
  return [
    { at: webhook.createdAt, code, params: { type, webhook: state, attempts } },
    { at: webhook.deliveredAt, code: 'webhook.delivered', params: { type } },
  ]
}

function receiptEntries({ number, createdAt, mailedAt }: Row<typeof listTimelineReceipts>): PossibleEntry[] {
  return [
    { at: createdAt, code: 'receipt.created', params: { number } },
    { at: mailedAt, code: 'receipt.mailed', params: { number } },
  ]
}

function closingReceiptEntries(
  { state, amountMinor, error, sentAt, finishedAt }: Row<typeof listTimelineClosingReceipts>,
  { currency }: OrderRow,
): PossibleEntry[] {
  const amount = { amountMinor: amountMinor ?? 0, currency: currency ?? 'RUB' }
  return [
    { at: sentAt, code: 'closing-receipt.sent', params: { amount } },
    state === 'failed'
      ? { at: finishedAt, code: 'closing-receipt.failed', reason: error }
      : { at: finishedAt, code: 'closing-receipt.registered' },
  ]
}

function refundEntries(
  refund: Row<typeof listTimelineRefunds>,
  operations: readonly AuditRow[],
): PossibleEntry[] {
  const { id, amountMinor, currency, requestedBy, reason, state, error, undoneAt } = refund
  const { declaredAt, confirmedAt } = refund
  const operation = operations.find(({ after }) => after?.includes(id))
  const params = { amount: { amountMinor, currency }, refund: state }
  const sent: PossibleEntry = { at: refund.sentAt, code: 'refund.sent', params }
  const settled: PossibleEntry = {
    at: refund.settledAt,
    code: 'refund.settled',
    params,
    reason: state === 'failed' ? error : null,
  }
  // A retry by staff has the instant of the declaration, too.
  if (declaredAt === refund.createdAt)
    return [
      { at: declaredAt, code: 'withdrawal.declared' },
      { at: confirmedAt, code: 'withdrawal.confirmed', params },
      sent,
      undoneAt === null ? settled : { at: undoneAt, code: 'withdrawal.ended' },
    ]
  const requested: Pick<PossibleEntry, 'code' | 'params'> = operation
    ? { code: 'refund.requested-by', params: { ...params, operator: operation.operator } }
    : { code: 'refund.requested', params: { ...params, requester: requestedBy } }
  return [
    { at: refund.createdAt, ...requested, reason },
    sent,
    undoneAt === null ? settled : { at: undoneAt, code: 'refund.undone', params },
  ]
}

const decisions: Record<string, TimelineCode> = {
  'order.grant': 'item.granted',
  'order.revoke': 'item.revoked',
  'order.reconcile': 'order.reconciled',
}

/** Refunds have their own entries. */
function operationEntries({ action, at, operator, reason }: AuditRow): PossibleEntry[] {
  const code = decisions[action]
  return code === undefined ? [] : [{ at, code, params: { operator }, reason }]
}

function disputeEntries({
  state,
  reason,
  openedAt,
  settledAt,
}: Row<typeof listTimelineDisputes>): PossibleEntry[] {
  return [
    { at: openedAt, code: 'dispute.opened', params: { disputeReason: reason } },
    { at: settledAt, code: state === 'won' ? 'dispute.won' : 'dispute.lost' },
  ]
}
