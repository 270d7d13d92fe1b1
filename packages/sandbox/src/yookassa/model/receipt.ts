import { randomInt } from 'node:crypto'
import { newReceiptId } from './ids.ts'
import type { Payment, Receipt, ReceiptTerms, Refund } from './records.ts'

/** The number of the cash register's memory, the same for every receipt of a shop. */
const STORAGE = '9960440300000001'

/** The receipt that a paid payment or an accomplished refund owes the buyer; null when the shop sent none. */
export function owedReceipt(payment: Payment, refund?: Refund): Receipt | null {
  if (!payment.receipt) return null
  return newReceipt(payment, refund, payment.receipt)
}

export function newReceipt(payment: Payment, refund: Refund | undefined, terms: ReceiptTerms): Receipt {
  return {
    id: newReceiptId(),
    type: refund ? 'refund' : 'payment',
    paymentId: payment.id,
    refundId: refund?.id ?? null,
    status: 'pending',
    terms,
    settlementMinor: (refund ?? payment).amountMinor,
    currency: payment.currency,
    fiscal: null,
  }
}

/** The cash register answers. */
export function registerReceipt(receipt: Receipt, nowMs: number): Receipt {
  const fiscal = {
    document: randomInt(1, 100_000),
    storage: STORAGE,
    attribute: String(randomInt(1_000_000_000, 4_294_967_295)),
    registeredAt: nowMs,
  }
  return { ...receipt, status: 'succeeded', fiscal }
}
