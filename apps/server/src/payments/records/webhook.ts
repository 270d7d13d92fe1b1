/** Webhooks to game servers: their payloads, and how to file one. */
import type { RefundReasonCode } from '@playhub/contract'
import type { Catalogue } from '../../catalogue/index.ts'
import type { Tx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { deliverWebhooksJob } from '../jobs.ts'
import { listLines, listPriceIn, type PaidOrder, parseLines, parseMetadata, parseOfferIds } from './order.ts'
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

/**
 * @param purchases  Every unit, the first one first.
 * @param code       The offer of the code that the player entered; null for none.
 */
export function paymentPaid(
  order: OrderRow,
  purchases: PurchaseRow[],
  code: string | null = null,
): WebhookContent {
  const { amountMinor, currency, provider, paidAt, createdAt } = order
  return {
    type: 'payment.paid',
    subject: '',
    timestamp: paidAt ?? createdAt,
    data: {
      ...describePurchase(order, purchases),
      ...{ amountMinor, currency, provider, paidAt },
      ...describeOffers(order),
      ...(code !== null && { code }),
    },
  }
}

/** List price, lines and offers; empty for an order without offers. The code itself stays secret. */
function describeOffers(order: OrderRow) {
  const offers = parseOfferIds(order)
  if (order.currency === null || (offers.length === 0 && order.lines === null)) return {}
  return {
    lines: listLines(order),
    listAmount: listPriceIn(order, order.currency)?.amountMinor ?? order.amountMinor,
    offers,
  }
}

/** `failed` follows a `succeeded` when the buyer's bank rejected the refund. */
export function paymentRefunded(
  order: PaidOrder,
  purchases: PurchaseRow[],
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
      ...describePurchase(order, purchases),
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
  purchases: PurchaseRow[],
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
      ...describePurchase(order, purchases),
      ...{ disputeId, state, amountMinor, currency, refundedMinor, reason },
    },
  }
}

/** An operator has granted the item without a payment, or revoked it without a refund. */
export function purchaseDecided(
  order: OrderRow,
  purchases: PurchaseRow[],
  decided: DecidedState,
  timestamp: number,
): WebhookContent {
  return {
    type: `purchase.${decided}`,
    subject: newId(),
    timestamp,
    data: { ...describePurchase(order, purchases), state: purchases[0]?.state },
  }
}

/** Decisions of operators have a subject each. */
const giftSubject = ''

/** True when it is about a gift that the player has claimed, not about one that an operator gave. */
export function isGiftClaim({ type, subject }: Pick<WebhookRow, 'type' | 'subject'>): boolean {
  return type === 'purchase.granted' && subject === giftSubject
}

/** The player has claimed a gift. */
export function giftClaimed(order: OrderRow, purchases: PurchaseRow[]): WebhookContent {
  return {
    type: 'purchase.granted',
    subject: giftSubject,
    timestamp: order.createdAt,
    data: {
      ...describePurchase(order, purchases),
      ...{ state: 'granted', lines: parseLines(order), offers: parseOfferIds(order) },
    },
  }
}

/** `purchases` is there for orders of several units. */
function describePurchase(order: OrderRow, purchases: PurchaseRow[]) {
  const { id, playerId, project, itemId, lines } = order
  return {
    paymentId: id,
    purchaseId: purchases[0]?.id ?? null,
    playerId,
    project,
    itemId,
    ...(lines !== null && {
      purchases: purchases.map((purchase) => ({ id: purchase.id, itemId: purchase.itemId })),
    }),
    metadata: parseMetadata(order),
  }
}
