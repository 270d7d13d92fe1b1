import type { Metadata } from '@playhub/contract'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../platform/clock.ts'
import type { PaidOrder } from './balance.ts'
import type { Sums } from './refund-rules.ts'
import type { DisputeRow, RefundRow } from './refund-tables.ts'
import type { OrderRow, PurchaseRow } from './tables.ts'

/** Waits before the first, second, … try: about three days in all. */
const waitsMs = [
  0,
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
]
const jitter = 0.1
const gone = 410
const longestAskedMs = DAY_MS

/**
 * The wait after `attempt` failed tries, or null when that was the last.
 * @param random  From 0 to 1: spreads the tries of a server that was down, so that they do not all come at once.
 */
export function waitAfter(attempt: number, random: number): number | null {
  const waitMs = waitsMs[attempt]
  return waitMs === undefined ? null : Math.round(waitMs * (1 + jitter * random))
}

/** What a game server answered: a status, and what its `Retry-After` said. */
export type WebhookAnswer = { status: number; retryAfter: string | undefined }

export function isTaken({ status }: WebhookAnswer): boolean {
  return status >= 200 && status <= 299
}

/**
 * The wait after an answer that was no yes, or null when there is no other try: that was the last one, or the server
 * has said that it never wants the webhook. A server may ask for a longer wait than ours, never for a shorter one.
 * @param answer  Undefined when there was none.
 */
export function waitAfterAnswer(
  answer: WebhookAnswer | undefined,
  { attempt, random, now }: { attempt: number; random: number; now: number },
): number | null {
  if (answer?.status === gone) return null
  const waitMs = waitAfter(attempt, random)
  return waitMs && Math.max(waitMs, askedWaitMs(answer?.retryAfter, now))
}

/**
 * Milliseconds that a `Retry-After` asks for, a day at most; 0 when it makes no sense or is over.
 * @see https://www.rfc-editor.org/rfc/rfc9110#field.retry-after
 */
export function askedWaitMs(retryAfter: string | undefined, now: number): number {
  if (retryAfter === undefined) return 0
  const asked = /^\d+$/.test(retryAfter) ? Number(retryAfter) * SECOND_MS : Date.parse(retryAfter) - now
  return Number.isNaN(asked) ? 0 : Math.min(longestAskedMs, Math.max(0, asked))
}

/** What a webhook says. */
export type Told = {
  type: 'payment.paid' | 'payment.refunded' | 'payment.disputed'
  /** Which change of what: every change is told once. */
  subject: string
  timestamp: number
  data: Record<string, unknown>
}

/** @param timestamp  Milliseconds. */
export function bodyOf({
  type,
  timestamp,
  data,
}: Pick<Told, 'timestamp' | 'data'> & { type: string }): string {
  return JSON.stringify({ type, timestamp: new Date(timestamp).toISOString(), data })
}

/** A payment arrived. */
export function paymentPaid(order: OrderRow, purchase: PurchaseRow): Told {
  const { amountMinor, currency, provider, paidAt } = order
  return {
    type: 'payment.paid',
    subject: '',
    timestamp: paidAt ?? purchase.createdAt,
    data: { ...whatWasBought(order, purchase), amountMinor, currency, provider, paidAt },
  }
}

/** Money went back; with `failed` it came back to us after all, as the buyer's bank did not take it. */
export function paymentRefunded(
  order: PaidOrder,
  purchase: PurchaseRow | undefined,
  refund: RefundRow,
  { refundedMinor }: Sums,
  timestamp: number,
): Told {
  const { id: refundId, state, amountMinor, currency, reason, requestedBy } = refund
  const isFull = refundedMinor >= order.amountMinor
  return {
    type: 'payment.refunded',
    subject: `${refundId}:${state}`,
    timestamp,
    data: {
      ...whatWasBought(order, purchase),
      ...{ refundId, state, amountMinor, currency, refundedMinor, isFull, reason, requestedBy },
    },
  }
}

/** A buyer's bank wants the money back, or has decided. */
export function paymentDisputed(
  order: PaidOrder,
  purchase: PurchaseRow | undefined,
  dispute: DisputeRow,
  { refundedMinor }: Sums,
  timestamp: number,
): Told {
  const { id: disputeId, state, amountMinor, currency, reason } = dispute
  return {
    type: 'payment.disputed',
    // An appeal may bring a state back.
    subject: `${disputeId}:${state}:${timestamp}`,
    timestamp,
    data: {
      ...whatWasBought(order, purchase),
      disputeId,
      state,
      amountMinor,
      currency,
      refundedMinor,
      reason,
    },
  }
}

function whatWasBought(order: OrderRow, purchase: PurchaseRow | undefined) {
  const { id, playerId, project, itemId, metadata } = order
  return {
    paymentId: id,
    purchaseId: purchase?.id ?? null,
    playerId,
    project,
    itemId,
    metadata: JSON.parse(metadata) as Metadata,
  }
}
