import { invalid, missing } from '../model/errors.ts'
import type { Refund } from '../model/records.ts'
import { createRefund } from '../model/refund.ts'
import { type Document, renderRefund } from '../model/render.ts'
import type { Shop } from '../shop/shop.ts'
import { listPage } from './listing.ts'
import type { Call, Operation } from './operations.ts'
import { readNewRefund } from './requests.ts'

export const refundOperations: Operation[] = [
  { name: 'refunds.create', method: 'POST', path: '/refunds', run: create },
  { name: 'refunds.list', method: 'GET', path: '/refunds', run: list },
  { name: 'refunds.retrieve', method: 'GET', path: '/refunds/:id', run: (call) => renderRefund(find(call)) },
]

/** What refunds that have not arrived yet will take. */
export function pendingOf({ ledger }: Shop, paymentId: string): number {
  const pending = [...ledger.refunds.values()].filter(
    (refund) => refund.paymentId === paymentId && refund.status === 'pending',
  )
  return pending.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
}

function create({ shop, body }: Call): Document {
  const { paymentId, terms } = readNewRefund(body)
  const payment = shop.ledger.payments.get(paymentId)
  if (!payment) throw invalid(`Payment doesn't exist or access denied: ${paymentId}`, 'payment_id')
  const change = createRefund(payment, pendingOf(shop, paymentId), terms, shop.place.now())
  shop.apply(change)
  return renderRefund(change.refund as Refund)
}

function list({ shop, query }: Call): Document {
  const refunds = [...shop.ledger.refunds.values()].filter(
    ({ paymentId, status }) =>
      (query.payment_id === undefined || query.payment_id === paymentId) &&
      (query.status === undefined || query.status === status),
  )
  return listPage(refunds, query, renderRefund)
}

function find({ shop, id }: Call): Refund {
  const refund = shop.ledger.refunds.get(id)
  if (!refund) throw missing('Refund', id)
  return refund
}
