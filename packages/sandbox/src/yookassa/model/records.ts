import type { Rig } from '../../payments/emulator.ts'

/** What the emulator remembers. Instants are milliseconds, sums are kopecks; documents are drawn on request. */

export type PaymentStatus = 'pending' | 'waiting_for_capture' | 'succeeded' | 'canceled'

export interface Cancellation {
  party: 'merchant' | 'yoo_money' | 'payment_network'
  reason: string
}

export interface Card {
  number: string
  expMonth: string
  expYear: string
}

export interface Method {
  id: string
  type: 'bank_card' | 'yoo_money'
  /** The first six and the last four digits are all that is kept of a number. */
  card: { first6: string; last4: string; expMonth: string; expYear: string } | null
}

export interface Customer {
  email?: string
  phone?: string
  full_name?: string
  inn?: string
}

export interface ReceiptTerms {
  customer: Customer
  items: Record<string, unknown>[]
  tax_system_code?: number
}

export interface Payment {
  id: string
  /** What opens the buyer's form: `ct-…`. */
  token: string
  status: PaymentStatus
  amountMinor: number
  currency: string
  refundedMinor: number
  description: string | null
  metadata: Record<string, string>
  merchantCustomerId: string | null
  isOneStage: boolean
  confirmation: { type: 'embedded' | 'redirect'; returnUrl: string | null; locale: string | null }
  /** The only kind the buyer may pay with, when the shop chose it. */
  onlyMethod: Method['type'] | null
  method: Method | null
  hasPassed3ds: boolean
  /** A card whose bank is asking the buyer right now. */
  challenge: Method | null
  /** Why the buyer's last try did not work; the payment goes on. */
  lastDecline: Cancellation | null
  cancellation: Cancellation | null
  receipt: ReceiptTerms | null
  receiptRegistration: Registration | null
  createdAt: number
  capturedAt: number | null
  expiresAt: number
  rig: Rig
}

export type Registration = 'pending' | 'succeeded' | 'canceled'

export interface Refund {
  id: string
  paymentId: string
  status: 'pending' | 'succeeded' | 'canceled'
  amountMinor: number
  currency: string
  description: string | null
  metadata: Record<string, string>
  cancellation: Cancellation | null
  receiptRegistration: Registration | null
  /** How a pending one ends; null once it has. */
  ending: 'succeed' | 'fail' | null
  createdAt: number
}

export interface Receipt {
  id: string
  type: 'payment' | 'refund'
  paymentId: string
  refundId: string | null
  status: Registration
  terms: ReceiptTerms
  settlementMinor: number
  currency: string
  fiscal: { document: number; storage: string; attribute: string; registeredAt: number } | null
}

/** One step of a payment's life: the records as they are afterwards, and what the shop is told about it. */
export interface Change {
  payment?: Payment
  refund?: Refund
  receipts?: Receipt[]
  news: Event[]
}

export type Event =
  | 'payment.waiting_for_capture'
  | 'payment.succeeded'
  | 'payment.canceled'
  | 'refund.succeeded'
