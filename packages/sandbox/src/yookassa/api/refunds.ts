import { invalidRequest, notFound } from '../model/errors.ts'
import type { Refund } from '../model/records.ts'
import { createRefund } from '../model/refund.ts'
import { type ApiObject, renderRefund } from '../model/render.ts'
import { pendingRefundsMinor } from '../shop/shop.ts'
import { listPage } from './listing.ts'
import type { Call, Operation } from './operation.ts'
import { parseNewRefund } from './requests.ts'

export const refundOperations: Operation[] = [
  { name: 'refunds.create', method: 'POST', path: '/refunds', run: create },
  { name: 'refunds.list', method: 'GET', path: '/refunds', run: list },
  { name: 'refunds.retrieve', method: 'GET', path: '/refunds/:id', run: retrieve },
]

function create({ shop, body }: Call): ApiObject {
  const { paymentId, fields } = parseNewRefund(body)
  const payment = shop.payments.get(paymentId)
  if (!payment) throw invalidRequest(`Payment doesn't exist or access denied: ${paymentId}`, 'payment_id')
  const change = createRefund(payment, pendingRefundsMinor(shop, paymentId), fields, shop.context.now())
  shop.apply(change)
  return renderRefund(change.refund as Refund)
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
