import type { FastifyInstance } from 'fastify'
import type { Persistent } from '../platform/state-file.ts'

export const outcomes = ['succeed', 'decline', 'abandon', 'refund', 'dispute'] as const
export type Outcome = (typeof outcomes)[number]

/** A payment as the control API returns it. */
export interface PaymentView {
  provider: string
  id: string
  hubPaymentId: string | null
  amountMinor: number
  currency: string
  status: string
}

export interface PaymentDetails extends PaymentView {
  description: string | null
  createdAtMs: number
  /** The outcomes that the current status allows. */
  outcomes: Outcome[]
  refundedMinor: number
  disputed: boolean
}

/**
 * How a change's webhooks reach the hub.
 * - `send`: signed, `deliveries` times, after `delayMs`.
 * - `drop`: the change happens without webhooks.
 * - `forge`: nothing changes, yet a webhook with the change's body and a wrong signature is sent.
 */
export interface WebhookDelivery {
  deliveries: number
  delayMs: number
  webhook: 'send' | 'drop' | 'forge'
  /** Backdates the signature. Such a webhook is sent once, without retries. */
  ageMs?: number
}

export function newestFirst(payments: PaymentDetails[]): PaymentDetails[] {
  return payments.sort((a, b) => b.createdAtMs - a.createdAtMs)
}

export const defaultDelivery: WebhookDelivery = { deliveries: 1, delayMs: 0, webhook: 'send' }

/** Delivery for changes that no ordered outcome caused. */
export function toDelivery({ deliveries = 1, delayMs = 0, webhook = 'send' }: Overrides): WebhookDelivery {
  return { deliveries, delayMs, webhook }
}

/** A request to send an earlier webhook again. */
export interface WebhookReplay {
  /** Event name prefix; empty for the latest event. */
  event: string
  deliveries: number
  delayMs: number
  ageMs?: number
}

/** One payment's deviations from the hub's request. Absent fields change nothing. */
export interface Overrides {
  /** What the provider's API reports instead of the requested amount, currency, shop or mode. */
  amountMinor?: number
  currency?: string
  shop?: 'other'
  mode?: 'live'
  /** The payment is only authorized, as in two-step charging. */
  hold?: boolean
  /** How the next refunds end: `fail` later, `refuse` at once, `pend` when the override changes. */
  refunds?: 'succeed' | 'pend' | 'fail' | 'refuse'
  /** How receipt registration ends; `pend` as above. */
  receipts?: 'register' | 'pend' | 'fail'
  /** Webhook delivery of changes that no ordered outcome caused. */
  deliveries?: number
  delayMs?: number
  webhook?: 'send' | 'drop'
}

/** One emulated payment provider: its API, pages and webhooks, and what the control API can do to its payments. */
export interface PaymentEmulator {
  readonly name: string
  readonly state: Persistent
  routes(app: FastifyInstance): void
  /** Newest first. */
  list(limit?: number): PaymentDetails[]
  /** Finds by provider id, or the latest payment with this hub id. */
  find(id: string): PaymentDetails | undefined
  /** @throws ProviderError  when the payment's status does not allow the outcome */
  applyOutcome(id: string, outcome: Outcome, delivery: WebhookDelivery): void
  /** @throws ProviderError  when no such webhook was sent */
  replayWebhook(id: string, replay: WebhookReplay): void
  /** @throws ProviderError  for an override that the provider has no use for */
  override(id: string, overrides: Overrides): void
  close(): void
}
