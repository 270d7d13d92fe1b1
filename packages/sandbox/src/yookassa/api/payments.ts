import { missing } from '../model/errors.ts'
import { cancelByShop, capturePayment, createPayment } from '../model/payment.ts'
import type { Change, Payment } from '../model/records.ts'
import { type Document, renderPayment } from '../model/render.ts'
import { listPage } from './listing.ts'
import type { Call, Operation } from './operations.ts'
import { readCapture, readNewPayment } from './requests.ts'

export const paymentOperations: Operation[] = [
  { name: 'payments.create', method: 'POST', path: '/payments', run: create },
  { name: 'payments.list', method: 'GET', path: '/payments', run: list },
  { name: 'payments.retrieve', method: 'GET', path: '/payments/:id', run: (call) => draw(call, find(call)) },
  { name: 'payments.capture', method: 'POST', path: '/payments/:id/capture', run: capture },
  { name: 'payments.cancel', method: 'POST', path: '/payments/:id/cancel', run: cancel },
]

function create(call: Call): Document {
  const { shop, body } = call
  return enter(call, createPayment(readNewPayment(body), shop.place.now()))
}

function capture(call: Call): Document {
  const { shop, body } = call
  return enter(call, capturePayment(find(call), readCapture(body), shop.place.now()))
}

function cancel(call: Call): Document {
  return enter(call, cancelByShop(find(call)))
}

function list(call: Call): Document {
  const { shop, query } = call
  const payments = [...shop.ledger.payments.values()].filter(
    ({ status }) => query.status === undefined || query.status === status,
  )
  return listPage(payments, query, (payment) => draw(call, payment))
}

function find({ shop, id }: Call): Payment {
  const payment = shop.ledger.payments.get(id)
  if (!payment) throw missing('Payment', id)
  return payment
}

function enter(call: Call, change: Change): Document {
  call.shop.apply(change)
  return draw(call, change.payment as Payment)
}

function draw({ shop }: Call, payment: Payment): Document {
  return renderPayment(payment, shop.place.url)
}
