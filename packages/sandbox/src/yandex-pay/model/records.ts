import type { Overrides } from '../../payments/emulator.ts'

/** Public credentials of the sandbox's only Yandex Pay merchant. They work nowhere else. */
export const MERCHANT_ID = '5a4db0c5-0000-4000-8000-000000100500'
export const API_KEY = 'sandbox_yandex_pay'
/** The merchant of an order with the override `shop: "other"`. */
export const OTHER_MERCHANT_ID = '5a4db0c5-0000-4000-8000-000000999999'

export const CURRENCY = 'RUB'
export const DEFAULT_TTL_S = 1_800
/** Duration of a capture, a cancellation or a refund. */
export const PROCESSING_MS = 1_000
/** Lifetime of a webhook's signature. */
export const TOKEN_TTL_S = 300

/** The emulator's records. Instants are Unix milliseconds, amounts are kopecks. */

export type PaymentStatus =
  | 'PENDING'
  | 'AUTHORIZED'
  | 'CAPTURED'
  | 'VOIDED'
  | 'REFUNDED'
  | 'PARTIALLY_REFUNDED'
  | 'FAILED'

export interface CartItem {
  productId: string
  title: string
  count: string
  unitMinor: number
  totalMinor: number
}

export interface Order {
  orderId: string
  /** The unguessable part of the payment URL. */
  token: string
  status: PaymentStatus
  amountMinor: number
  currency: string
  refundedMinor: number
  /** The unrefunded items. */
  items: CartItem[]
  /** The cart as the merchant sent it. Responses repeat its other fields. */
  cart: Record<string, unknown>
  metadata: string | null
  purpose: string | null
  urls: { onSuccess: string; onError: string; onAbort: string | null }
  reason: string | null
  createdAt: number
  updatedAt: number
  expiresAt: number
  overrides: Overrides
}

export type OperationType = 'AUTHORIZE' | 'CAPTURE' | 'VOID' | 'REFUND'

export interface Operation {
  operationId: string
  orderId: string
  externalOperationId: string | null
  type: OperationType
  status: 'PENDING' | 'SUCCESS' | 'FAIL'
  amountMinor: number
  /** The cart after the operation. */
  targetItems: CartItem[]
  /** A pending operation's outcome. */
  ending: 'SUCCESS' | 'FAIL'
  reason: string | null
  /** Fingerprint of the request, to recognise its repetition. */
  request: string | null
  createdAt: number
  updatedAt: number
}

/** A state transition: the records after it, and the subjects of the webhooks it sends. */
export interface Change {
  order: Order
  operation?: Operation
  events: ('order' | 'operation')[]
}

/** A change that has made these. */
export type ChangeWith<K extends keyof Change> = Change & Required<Pick<Change, K>>
