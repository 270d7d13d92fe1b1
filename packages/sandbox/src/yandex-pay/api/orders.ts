import type { Merchant } from '../merchant/merchant.ts'
import { YandexPayFailure } from '../model/errors.ts'
import {
  finishOperation,
  type OperationTerms,
  startCancel,
  startCapture,
  startRefund,
} from '../model/operation.ts'
import { createOrder, failOrder } from '../model/order.ts'
import type { Change, Operation, Order } from '../model/records.ts'
import { type Document, paymentUrlOf, renderOperation, renderOrder } from '../model/render.ts'
import { readCancel, readCapture, readNewOrder, readRefund, readRefundV1 } from './requests.ts'

/** One API request, authenticated and parsed. */
export interface Call {
  merchant: Merchant
  /** From the path: an order's id, or the id the merchant gave an operation. */
  id: string
  body: unknown
}

interface ApiCall {
  /** `orders.create`: what ordered faults are looked up by. */
  name: string
  method: 'GET' | 'POST'
  path: string
  /** @throws YandexPayFailure */
  run(call: Call): Document
}

export const calls: ApiCall[] = [
  { name: 'orders.create', method: 'POST', path: '/v1/orders', run: create },
  { name: 'orders.retrieve', method: 'GET', path: '/v1/orders/:id', run: retrieve },
  { name: 'orders.capture', method: 'POST', path: '/v1/orders/:id/capture', run: capture },
  { name: 'orders.cancel', method: 'POST', path: '/v1/orders/:id/cancel', run: cancel },
  { name: 'orders.rollback', method: 'POST', path: '/v1/orders/:id/rollback', run: rollback },
  { name: 'orders.refund', method: 'POST', path: '/v1/orders/:id/refund', run: refundV1 },
  { name: 'orders.refund', method: 'POST', path: '/v2/orders/:id/refund', run: refund },
  { name: 'operations.retrieve', method: 'GET', path: '/v1/operations/:id', run: retrieveOperation },
]

/** An order asked for twice in the same words is the same order; in other words it is refused. */
function create({ merchant, body }: Call): Document {
  const { ledger, place } = merchant
  const terms = readNewOrder(body)
  const known = ledger.orders.get(terms.orderId)
  if (known && JSON.stringify(known.cart) !== JSON.stringify(terms.cart)) {
    throw new YandexPayFailure(409, 'ORDER_ALREADY_EXISTS', `Order ${terms.orderId} exists with another cart`)
  }
  if (known) return { paymentUrl: paymentUrlOf(known, place.url) }
  const change = createOrder(terms, place.now())
  merchant.apply(change)
  return { paymentUrl: paymentUrlOf(change.order, place.url) }
}

function retrieve(call: Call): Document {
  const { merchant, id } = call
  const order = find(call)
  return {
    order: renderOrder(order, merchant.place.url),
    operations: merchant.ledger.operationsOf(id).map(renderOperation),
    delivery: null,
  }
}

function capture(call: Call): Document {
  const order = find(call)
  return operate(call, readCapture(call.body, order), (terms, nowMs) => startCapture(order, terms, nowMs))
}

function cancel(call: Call): Document {
  const order = find(call)
  return operate(call, readCancel(call.body), (terms, nowMs) => startCancel(order, terms, nowMs))
}

function refund(call: Call): Document {
  const order = find(call)
  return operate(call, readRefund(call.body, order), (terms, nowMs) => startRefund(order, terms, nowMs))
}

function refundV1(call: Call): Document {
  const order = find(call)
  return operate(call, readRefundV1(call.body), (terms, nowMs) => startRefund(order, terms, nowMs))
}

/** Kills the link; what has been paid meanwhile is let go or returned, under no name of the merchant's. */
function rollback(call: Call): Document {
  const { merchant, id } = call
  expectIdle(merchant, id)
  merchant.apply(rolledBack(find(call), merchant.place.now()))
  return {}
}

function rolledBack(order: Order, nowMs: number): Change {
  const unnamed: OperationTerms = { externalOperationId: null, request: null }
  if (order.status === 'PENDING') return failOrder(order, 'Rolled back by the merchant', nowMs)
  if (order.status === 'AUTHORIZED') return finished(startCancel(order, unnamed, nowMs), nowMs)
  return startRefund(order, { ...unnamed, ...restOf(order) }, nowMs)
}

/** Everything that has not been returned. */
export function restOf({ amountMinor, refundedMinor }: Order) {
  return { amountMinor: amountMinor - refundedMinor, targetItems: [] }
}

/** The operation of a change, brought to its end at once. */
export function finished(change: Change, nowMs: number): Change {
  const { order, operation } = change
  return operation?.status === 'PENDING' ? finishOperation(order, operation, nowMs) : change
}

/** Starts an operation, unless it runs already: one order has one at a time. @throws YandexPayFailure */
function operate<Terms extends Pick<Operation, 'externalOperationId'>>(
  { merchant, id, body }: Call,
  terms: Terms,
  start: (terms: Terms & OperationTerms, nowMs: number) => Change,
): Document {
  const { ledger, place } = merchant
  const request = `${id} ${JSON.stringify(body)}`
  const known = terms.externalOperationId ? ledger.operationNamed(terms.externalOperationId) : undefined
  if (known?.status === 'PENDING' && known.request === request) return { operation: renderOperation(known) }
  if (known) {
    throw new YandexPayFailure(
      409,
      'DUPLICATE_EXTERNAL_OPERATION_ID',
      `There is an operation ${known.externalOperationId} already`,
    )
  }
  expectIdle(merchant, id)
  const change = start({ ...terms, request }, place.now())
  merchant.apply(change)
  return { operation: renderOperation(change.operation as Operation) }
}

/** @throws YandexPayFailure  while an operation of the order is on its way */
export function expectIdle({ ledger }: Merchant, orderId: string): void {
  if (ledger.operationsOf(orderId).every(({ status }) => status !== 'PENDING')) return
  const reason = `Order ${orderId} has an unfinished operation`
  throw new YandexPayFailure(409, 'ANOTHER_OPERATION_IN_PROGRESS', reason)
}

function retrieveOperation({ merchant, id }: Call): Document {
  const operation = merchant.ledger.operationNamed(id)
  if (!operation) throw new YandexPayFailure(404, 'OPERATION_NOT_FOUND', `There is no operation ${id}`)
  return { operation: renderOperation(operation) }
}

function find({ merchant, id }: Call): Order {
  const order = merchant.ledger.orders.get(id)
  if (!order) throw new YandexPayFailure(404, 'ORDER_NOT_FOUND', `There is no order ${id}`)
  return order
}
