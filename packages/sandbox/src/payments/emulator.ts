import type { FastifyInstance } from 'fastify'
import { ProviderError } from '../platform/problem.ts'
import type { Persistent } from '../platform/state-file.ts'
import type { Table } from '../platform/table.ts'

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
  /** The outcomes possible in the current status. */
  outcomes: Outcome[]
  refundedMinor: number
  disputed: boolean
}

/**
 * Delivery of a change's webhooks.
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

/** Delivery for changes without an ordered outcome. */
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
  /** The API's reported values instead of the requested amount, currency, shop or mode. */
  amountMinor?: number
  currency?: string
  shop?: 'other'
  mode?: 'live'
  /** The payment is only authorized, as in two-step charging. */
  hold?: boolean
  /** Outcome of the next refunds: `fail` later, `refuse` at once, `pend` when the override changes. */
  refunds?: 'succeed' | 'pend' | 'fail' | 'refuse'
  /** Outcome of the receipt registration; `pend` as above. */
  receipts?: 'register' | 'pend' | 'fail' | 'refuse'
  /** The payment method that it saved can no longer be charged. */
  savedMethod?: 'revoked'
  /** Webhook delivery of changes without an ordered outcome. */
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
  /** @throws ProviderError  for an override unknown to the provider */
  override(id: string, overrides: Overrides): void
  close(): void
}

/** The reading half of an emulator, over the provider's own records. `expect` finds one by its provider id. */
export function readPayments<T>(
  payments: Pick<Table<T, 'hubPaymentId'>, 'newest' | 'get' | 'findBy'>,
  toDetails: (payment: T) => PaymentDetails,
): Pick<PaymentEmulator, 'list' | 'find'> & { expect(id: string): T } {
  return {
    list: (limit) => payments.newest(limit).map(toDetails),
    find(id) {
      const payment = payments.get(id) ?? payments.findBy('hubPaymentId', id)
      return payment && toDetails(payment)
    },
    expect(id) {
      const payment = payments.get(id)
      if (!payment) throw new ProviderError(`There is no payment ${id}.`)
      return payment
    },
  }
}

type Overridden = Pick<PaymentView, 'amountMinor' | 'currency'> & { overrides: Overrides }

/** Adds overrides to a payment's earlier ones, and changes its amount and currency. */
export function withOverrides<T extends Overridden>(payment: T, overrides: Overrides): T {
  const { amountMinor = payment.amountMinor, currency = payment.currency } = overrides
  return { ...payment, amountMinor, currency, overrides: { ...payment.overrides, ...overrides } }
}
