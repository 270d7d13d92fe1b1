import type { Card } from './cards.ts'

/** What the emulator remembers: small records, from which Stripe's large objects are drawn on request. */

export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'requires_capture'
  | 'processing'
  | 'succeeded'
  | 'canceled'

export interface PaymentMethod extends Card {
  id: string
  createdAt: number
}

/** Instants are unix seconds here, as everywhere in Stripe. */
export interface Intent {
  id: string
  /** Finer than Stripe tells: which of an order's payments is the newest, whoever provides the others. */
  createdAtMs: number
  secret: string
  status: IntentStatus
  amount: number
  amountCapturable: number
  amountReceived: number
  currency: string
  automaticMethods: { enabled: boolean; allow_redirects: string } | null
  captureMethod: string
  customer: string | null
  description: string | null
  metadata: Record<string, string>
  receiptEmail: string | null
  setupFutureUsage: string | null
  shipping: unknown
  statementDescriptorSuffix: string | null
  transferGroup: string | null
  method: PaymentMethod | null
  returnUrl: string | null
  /** How the buyer is asked to prove who they are: in Stripe's own dialog, or on a page elsewhere. */
  challenge: 'dialog' | 'redirect' | null
  latestCharge: string | null
  lastError: Record<string, unknown> | null
  createdAt: number
  canceledAt: number | null
  cancellationReason: string | null
}

export interface Charge {
  id: string
  intentId: string
  status: 'succeeded' | 'failed'
  amount: number
  amountCaptured: number
  amountRefunded: number
  currency: string
  description: string | null
  metadata: Record<string, string>
  receiptEmail: string | null
  method: PaymentMethod
  isCaptured: boolean
  isDisputed: boolean
  createdAt: number
}

export interface Refund {
  id: string
  chargeId: string
  intentId: string
  amount: number
  currency: string
  reason: string | null
  metadata: Record<string, string>
  status: 'pending' | 'succeeded' | 'failed'
  failureReason: string | null
  createdAt: number
}

export interface Dispute {
  id: string
  chargeId: string
  intentId: string
  amount: number
  currency: string
  reason: string
  status: 'needs_response' | 'under_review' | 'won' | 'lost'
  metadata: Record<string, string>
  createdAt: number
}

/** One step of a payment's life: the records as they are afterwards, and what the world is told about it. */
export interface Change {
  intent?: Intent
  charge?: Charge
  refund?: Refund
  dispute?: Dispute
  news: News[]
}

export interface News {
  type: string
  about: 'intent' | 'charge' | 'refund' | 'dispute'
  previous?: Record<string, unknown>
}
