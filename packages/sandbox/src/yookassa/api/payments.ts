import { invalidRequest, notFound } from '../model/errors.ts'
import { cancelPayment, capturePayment, chargeSaved, createPayment } from '../model/payment.ts'
import type { ChangeWith, Payment } from '../model/records.ts'
import { type ApiObject, renderPayment } from '../model/render.ts'
import { listPage } from './listing.ts'
import { type Call, isFiscal, type Operation } from './operation.ts'
import { parseCapture, parseNewPayment } from './requests.ts'

export const paymentOperations: Operation[] = [
  { name: 'payments.create', method: 'POST', path: '/payments', run: create },
  { name: 'payments.list', method: 'GET', path: '/payments', run: list },
  {
    name: 'payments.retrieve',
    method: 'GET',
    path: '/payments/:id',
    run: (call) => render(call, find(call)),
  },
  { name: 'payments.capture', method: 'POST', path: '/payments/:id/capture', run: capture },
  { name: 'payments.cancel', method: 'POST', path: '/payments/:id/cancel', run: cancel },
]

function create(call: Call): ApiObject {
  const nowMs = call.shop.context.now()
  const change = createPayment(parseNewPayment(call.body, isFiscal(call.shop)), nowMs)
  const { savedMethodId } = change.payment
  if (savedMethodId === null) return apply(call, change)
  const saved = call.shop.payments.all().find(({ method }) => method?.isSaved && method.id === savedMethodId)
  if (!saved?.method) throw invalidRequest('Payment method is not found or not saved', 'payment_method_id')
  const isRevoked = saved.overrides.savedMethod === 'revoked'
  return apply(call, chargeSaved(change.payment, saved.method, isRevoked, nowMs))
}

function capture(call: Call): ApiObject {
  return apply(call, capturePayment(find(call), parseCapture(call.body), call.shop.context.now()))
}

function cancel(call: Call): ApiObject {
  return apply(call, cancelPayment(find(call)))
}

function list(call: Call): ApiObject {
  const { shop, query } = call
  const payments = shop.payments
    .all()
    .filter(({ status }) => query.status === undefined || query.status === status)
  return listPage(payments, query, (payment) => render(call, payment))
}

function find({ shop, id }: Call): Payment {
  const payment = shop.payments.get(id)
  if (!payment) throw notFound('Payment', id)
  return payment
}

function apply(call: Call, change: ChangeWith<'payment'>): ApiObject {
  call.shop.apply(change)
  return render(call, change.payment)
}

function render({ shop }: Call, payment: Payment): ApiObject {
  return renderPayment(payment, shop.context.url)
}
