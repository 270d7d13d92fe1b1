import type { Document } from '../model/render.ts'
import type { Shop } from '../shop/shop.ts'
import { paymentOperations } from './payments.ts'
import { receiptOperations } from './receipts.ts'
import { refundOperations } from './refunds.ts'

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
