import { invalidRequest, notFound } from '../model/errors.ts'
import type { Payment, ReceiptContents } from '../model/records.ts'
import { createRefund } from '../model/refund.ts'
import { type ApiObject, renderRefund } from '../model/render.ts'
import { pendingRefundsMinor } from '../shop/shop.ts'
import { listPage } from './listing.ts'
import { type Call, isFiscal, type Operation } from './operation.ts'
import { missingReceipt } from './receipt-data.ts'
import { parseNewRefund } from './requests.ts'

export const refundOperations: Operation[] = [
  { name: 'refunds.create', method: 'POST', path: '/refunds', run: create },
  { name: 'refunds.list', method: 'GET', path: '/refunds', run: list },
  { name: 'refunds.retrieve', method: 'GET', path: '/refunds/:id', run: retrieve },
]

function create({ shop, body }: Call): ApiObject {
  const { paymentId, receipt, fields } = parseNewRefund(body, isFiscal(shop))
  const payment = shop.payments.get(paymentId)
  if (!payment) throw invalidRequest(`Payment doesn't exist or access denied: ${paymentId}`, 'payment_id')
  const contents = findRefundReceipt(payment, fields.amountMinor, receipt)
  if (isFiscal(shop) && !contents) throw missingReceipt()
  const terms = { ...fields, receipt: contents }
  const change = createRefund(payment, pendingRefundsMinor(shop, paymentId), terms, shop.context.now())
  shop.apply(change)
  return renderRefund(change.refund)
}

/** A full refund repeats the payment's receipt. A partial one has its own receipt. */
function findRefundReceipt(payment: Payment, amountMinor: number, given: ReceiptContents | null) {
  return given ?? (amountMinor === payment.amountMinor ? payment.receipt : null)
}

function list({ shop, query }: Call): ApiObject {
  const refunds = shop.refunds
    .all()
    .filter(
      ({ paymentId, status }) =>
        (query.payment_id === undefined || query.payment_id === paymentId) &&
        (query.status === undefined || query.status === status),
    )
  return listPage(refunds, query, renderRefund)
}

function retrieve({ shop, id }: Call): ApiObject {
  const refund = shop.refunds.get(id)
  if (!refund) throw notFound('Refund', id)
  return renderRefund(refund)
}
