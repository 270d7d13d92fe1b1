/** Webhooks to game servers: their payloads, and how to file one. */
import type { RefundReasonCode } from '@playhub/contract'
import type { Catalogue } from '../../catalogue/index.ts'
import type { Tx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { deliverWebhooksJob } from '../jobs.ts'
import { type PaidOrder, parseMetadata } from './order.ts'
import { type Balance, getRequester } from './refund-rules.ts'
import type { DecidedState, DisputeRow, OrderRow, PurchaseRow, RefundRow, WebhookRow } from './tables.ts'
import { insertWebhook } from './webhook-store.ts'

type WebhookNeeds = { catalogue: Pick<Catalogue, 'project'>; jobs: Jobs }

export type WebhookContent = {
  type: 'payment.paid' | 'payment.refunded' | 'payment.disputed' | 'purchase.granted' | 'purchase.revoked'
  /** Deduplicates webhooks for one order and type. */
  subject: string
  timestamp: number
  data: Record<string, unknown>
}

/**
 * Files a webhook and enqueues its delivery, inside the transaction behind its content. Does nothing for a project
 * without a webhook URL: its game learns about purchases through the SDK.
 */
export async function fileWebhook(
  { catalogue, jobs }: WebhookNeeds,
  tx: Tx,
  order: OrderRow,
  content: WebhookContent,
): Promise<WebhookRow | undefined> {
  if (!catalogue.project(order.project)?.webhookUrl) return undefined
  const webhook: WebhookRow = {
    id: newId(),
    orderId: order.id,
    project: order.project,
    playerId: order.playerId,
    type: content.type,
    subject: content.subject,
    body: webhookBody(content),
    state: 'waiting',
    attempts: 0,
    lastError: null,
    nextTryAt: 0,
    leasedUntil: 0,
    createdAt: content.timestamp,
    deliveredAt: null,
    resentBy: null,
  }
  await insertWebhook(tx, webhook)
  await jobs.enqueue(tx, deliverWebhooksJob(order))
  return webhook
}

/** @param content.timestamp  Unix time in milliseconds. */
export function webhookBody({
  type,
  timestamp,
  data,
}: Pick<WebhookContent, 'timestamp' | 'data'> & { type: string }): string {
  return JSON.stringify({ type, timestamp: new Date(timestamp).toISOString(), data })
}

export function paymentPaid(order: OrderRow, purchase: PurchaseRow): WebhookContent {
  const { amountMinor, currency, provider, paidAt } = order
  return {
    type: 'payment.paid',
    subject: '',
    timestamp: paidAt ?? purchase.createdAt,
    data: { ...describePurchase(order, purchase), amountMinor, currency, provider, paidAt },
  }
}

/** `failed` follows a `succeeded` when the buyer's bank rejected the refund. */
export function paymentRefunded(
  order: PaidOrder,
  purchase: PurchaseRow | undefined,
  refund: RefundRow,
  { refundedMinor }: Balance,
  timestamp: number,
): WebhookContent {
  const { id: refundId, state, amountMinor, currency } = refund
  const requestedBy = getRequester(refund)
  const reason = refundReasons[requestedBy]
  const isFull = refundedMinor >= order.amountMinor
  return {
    type: 'payment.refunded',
    subject: `${refundId}:${state}`,
    timestamp,
    data: {
      ...describePurchase(order, purchase),
      ...{ refundId, state, amountMinor, currency, refundedMinor, isFull, reason, requestedBy },
    },
  }
}

const refundReasons: Record<ReturnType<typeof getRequester>, RefundReasonCode> = {
  game: 'game-request',
  operator: 'operator-decision',
  hub: 'paid-twice',
  provider: 'provider-refund',
  player: 'withdrawal',
}

export function paymentDisputed(
  order: PaidOrder,
  purchase: PurchaseRow | undefined,
  dispute: DisputeRow,
  { refundedMinor }: Balance,
  timestamp: number,
): WebhookContent {
  const { id: disputeId, state, amountMinor, currency, reason } = dispute
  return {
    type: 'payment.disputed',
    // An appeal can return to an earlier state, so the state alone is not unique.
    subject: `${disputeId}:${state}:${timestamp}`,
    timestamp,
    data: {
      ...describePurchase(order, purchase),
      ...{ disputeId, state, amountMinor, currency, refundedMinor, reason },
    },
  }
}

/** An operator has granted the item without a payment, or revoked it without a refund. */
export function purchaseDecided(
  order: OrderRow,
  purchase: PurchaseRow,
  decided: DecidedState,
  timestamp: number,
): WebhookContent {
  return {
    type: `purchase.${decided}`,
    subject: newId(),
    timestamp,
    data: { ...describePurchase(order, purchase), state: purchase.state },
  }
}

function describePurchase(order: OrderRow, purchase: PurchaseRow | undefined) {
  const { id, playerId, project, itemId } = order
  return {
    paymentId: id,
    purchaseId: purchase?.id ?? null,
    playerId,
    project,
    itemId,
    metadata: parseMetadata(order),
  }
}
