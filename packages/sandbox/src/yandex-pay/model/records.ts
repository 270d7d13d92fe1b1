import type { Rig } from '../../payments/emulator.ts'

/** What the emulator remembers. Instants are milliseconds, sums are kopecks. */

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
  /** What opens the payment page; nobody can guess it. */
  token: string
  status: PaymentStatus
  amountMinor: number
  currency: string
  refundedMinor: number
  /** The items that are not returned yet. */
  items: CartItem[]
  /** The cart as it was sent, for the answers. */
  cart: Record<string, unknown>
  metadata: string | null
  purpose: string | null
  urls: { onSuccess: string; onError: string; onAbort: string | null }
  reason: string | null
  createdAt: number
  updatedAt: number
  expiresAt: number
  rig: Rig
}

export type OperationType = 'AUTHORIZE' | 'CAPTURE' | 'VOID' | 'REFUND'

export interface Operation {
  operationId: string
  orderId: string
  externalOperationId: string | null
  type: OperationType
  status: 'PENDING' | 'SUCCESS' | 'FAIL'
  amountMinor: number
  /** What will be left in the cart when it has succeeded. */
  targetItems: CartItem[]
  /** How a pending one ends. */
  ending: 'SUCCESS' | 'FAIL'
  reason: string | null
  /** The request that asked for it: a repeat must be the same. */
  request: string | null
  createdAt: number
  updatedAt: number
}

/** One step of an order's life: the records as they are afterwards, and which of them the merchant hears about. */
export interface Change {
  order: Order
  operation?: Operation
  news: ('order' | 'operation')[]
}
