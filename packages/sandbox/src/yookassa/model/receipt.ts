import { randomInt, randomUUID } from 'node:crypto'
import type { Payment, Receipt, ReceiptContents, Refund } from './records.ts'

/** The serial number of the cash register's fiscal storage. */
const FISCAL_STORAGE = '9960440300000001'

export function newReceipt(payment: Payment, refund: Refund | undefined, contents: ReceiptContents): Receipt {
  return {
    id: `rt-${randomUUID()}`,
    type: refund ? 'refund' : 'payment',
    paymentId: payment.id,
    refundId: refund?.id ?? null,
    status: 'pending',
    contents,
    settlements: [{ type: 'cashless', amountMinor: (refund ?? payment).amountMinor }],
    currency: payment.currency,
    fiscal: null,
  }
}

/** Adds the fiscal data of the cash register. */
export function registerReceipt(receipt: Receipt, nowMs: number): Receipt {
  const fiscal = {
    document: randomInt(1, 100_000),
    storage: FISCAL_STORAGE,
    attribute: String(randomInt(1_000_000_000, 4_294_967_295)),
    registeredAt: nowMs,
  }
  return { ...receipt, status: 'succeeded', fiscal }
}

/** A receipt that closes a prepayment. The payment's registration concerns its own receipt. */
export function isClosing({ settlements }: Receipt): boolean {
  return settlements.some(({ type }) => type === 'prepayment')
}
