import type { Overrides } from '../../payments/emulator.ts'
import type { YooKassaMethod } from '../../platform/context.ts'

/** Public credentials of the sandbox's only YooKassa shop. They work nowhere else. */
export const SHOP_ID = '100500'
export const SECRET_KEY = 'test_sandbox_yookassa'
export const GATEWAY_ID = '100700'
/** The shop of a payment with the override `shop: "other"`. */
export const OTHER_SHOP_ID = '999999'

const HOUR_MS = 60 * 60 * 1000
/** Lifetime of an unpaid payment and its confirmation token. */
export const PAYMENT_TTL_MS = HOUR_MS
export const HOLD_TTL_MS = 7 * 24 * HOUR_MS
/** Delay of pending refunds and receipt registrations. */
export const PROCESSING_MS = 1_500

/** The emulator's records. Instants are Unix milliseconds, amounts are kopecks. API objects are rendered on request. */

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
  type: YooKassaMethod
  /** Null for a wallet and a bank's app. The full number is not stored. */
  card: { first6: string; last4: string; expMonth: string; expYear: string } | null
  /** The shop may charge it again. */
  isSaved: boolean
  requires3ds: boolean
}

export interface Customer {
  email?: string
  phone?: string
  full_name?: string
  inn?: string
}

export interface ReceiptContents {
  customer: Customer
  items: Record<string, unknown>[]
  tax_system_code?: number
  internet?: boolean
  timezone?: number
}

export interface Payment {
  id: string
  /** The confirmation token for the payment form: `ct-…`. */
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
  /** The method chosen by the shop in advance. */
  onlyMethod: Method['type'] | null
  savesMethod: boolean
  /** The saved method that it charges. */
  savedMethodId: string | null
  method: Method | null
  hasPassed3ds: boolean
  /** The card in 3-D Secure. */
  challenge: Method | null
  /** Why the last try failed. The payment stays pending. */
  lastDecline: Cancellation | null
  cancellation: Cancellation | null
  receipt: ReceiptContents | null
  receiptRegistration: Registration | null
  createdAt: number
  capturedAt: number | null
  expiresAt: number
  overrides: Overrides
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
  receipt: ReceiptContents | null
  receiptRegistration: Registration | null
  /** A pending refund's outcome; null when it has ended. */
  ending: 'succeed' | 'fail' | null
  createdAt: number
}

export interface Receipt {
  id: string
  type: 'payment' | 'refund'
  paymentId: string
  refundId: string | null
  status: Registration
  contents: ReceiptContents
  settlements: { type: string; amountMinor: number }[]
  currency: string
  fiscal: { document: number; storage: string; attribute: string; registeredAt: number } | null
}

/** A state transition: the records after it, and the notifications it sends. */
export interface Change {
  payment?: Payment
  refund?: Refund
  receipt?: Receipt
  events: Event[]
}

/** A change that has made these. */
export type ChangeWith<K extends keyof Change> = Change & Required<Pick<Change, K>>

export type Event =
  | 'payment.waiting_for_capture'
  | 'payment.succeeded'
  | 'payment.canceled'
  | 'refund.succeeded'
