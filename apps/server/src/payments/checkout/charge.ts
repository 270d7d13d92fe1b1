import { moneyOf, titleOf } from '../ledger/order.ts'
import type { AttemptRow, OrderRow } from '../ledger/tables.ts'
import type { CheckoutRequest, RefundRequest, SoldItem } from '../provider.ts'

/** Only what the rows say, so that a repeated request never differs from the first. */
export function checkoutRequest(order: OrderRow, attempt: AttemptRow, publicUrl: string): CheckoutRequest {
  return {
    attemptId: attempt.id,
    orderId: order.id,
    charge: moneyOf(attempt),
    description: `${titleOf(order, order.language)} (${order.project})`,
    item: soldItem(order),
    receiptEmail: attempt.receiptEmail,
    language: order.language,
    returnUrl: `${publicUrl}/payments/process/${order.id}`,
  }
}

/**
 * @param key     The refund's own id.
 * @param amount  What goes back now.
 * @param remaining  What stays charged after it.
 */
export function refundRequest(
  order: OrderRow,
  attempt: AttemptRow & { providerId: string },
  refund: Pick<RefundRequest, 'key' | 'amount' | 'remaining' | 'reason'>,
): RefundRequest {
  return {
    ...refund,
    providerId: attempt.providerId,
    item: soldItem(order),
    receiptEmail: attempt.receiptEmail,
  }
}

function soldItem({ itemId, titleRu, titleEn }: OrderRow): SoldItem {
  return { id: itemId, title: { ru: titleRu, en: titleEn } }
}
