import { paymentOperations } from './payment-operations.ts'
import { receiptOperations } from './receipt-operations.ts'
import { refundOperations } from './refund-operations.ts'
import type { Document } from './render.ts'
import type { Shop } from './shop.ts'

/** One API request, authenticated and parsed. */
export interface Call {
  shop: Shop
  /** From the path: `/v3/payments/{id}`. */
  id: string
  query: Record<string, string | undefined>
  body: unknown
}

export interface Operation {
  /** `payments.create`: what ordered faults are looked up by. */
  name: string
  method: 'GET' | 'POST'
  path: string
  /** @throws YooKassaFailure */
  run(call: Call): Document
}

export const operations: Operation[] = [...paymentOperations, ...refundOperations, ...receiptOperations]
