/** The emulator's records. Stripe's full objects are rendered from them on request. Instants are Unix seconds. */

export interface Decline {
  code: string
  declineCode: string | null
  message: string
}

export interface Card {
  brand: string
  last4: string
  expMonth: number
  expYear: number
  /** ISO 3166-1 alpha-2 */
  country: string
  decline: Decline | null
  requires3ds: boolean
  /** The wallet that passed the card on. */
  wallet?: 'apple_pay' | 'google_pay'
  /** Delayed bank action after the charge or refund. */
  delayedEffect: 'dispute' | 'refund-pends' | 'refund-fails' | null
}

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

/** A payment method attached to a customer; detached, it has none. */
export interface SavedMethod extends PaymentMethod {
  customer: string | null
}

export interface Customer {
  id: string
  metadata: Record<string, string>
  createdAt: number
}

export interface Intent {
  id: string
  /** Finer than Stripe's own, to order the payments of all providers. */
  createdAtMs: number
  secret: string
  status: IntentStatus
  amount: number
  amountCapturable: number
  amountReceived: number
  currency: string
  automaticMethods: { enabled: boolean; allow_redirects: string } | null
  /** Null allows every type of the account. */
  allowedMethods: string[] | null
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
  /** Presentation of 3-D Secure: in a Stripe.js dialog or on its own page. */
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
  /** The bank has taken the money back, until the dispute is won. */
  isChargedBack: boolean
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
  hasEvidence: boolean
  metadata: Record<string, string>
  createdAt: number
}

/** A state transition: the records after it, and the events it emits. */
export interface Change {
  intent?: Intent
  charge?: Charge
  refund?: Refund
  dispute?: Dispute
  savedMethod?: SavedMethod
  events: EventDraft[]
}

/** A change that has made these. */
export type ChangeWith<K extends keyof Change> = Change & Required<Pick<Change, K>>

export interface EventDraft {
  type: string
  object: 'intent' | 'charge' | 'refund' | 'dispute'
  previousAttributes?: Record<string, unknown>
}

/** A host on which wallets are offered. */
export interface Domain {
  id: string
  name: string
  isEnabled: boolean
  /** Unix seconds. */
  createdAt: number
}
