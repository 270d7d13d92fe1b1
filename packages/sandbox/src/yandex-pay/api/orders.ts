import type { ApiOperation } from '../../platform/emulated-api.ts'
import { assertNoPendingOperation, listOperations, type Merchant } from '../merchant/merchant.ts'
import { YandexPayError } from '../model/errors.ts'
import {
  finished,
  fullRefund,
  type OperationFields,
  startCancel,
  startCapture,
  startRefund,
} from '../model/operation.ts'
import { createOrder, failOrder } from '../model/order.ts'
import type { Change, ChangeWith, Operation, Order } from '../model/records.ts'
import { type ApiObject, getPaymentUrl, renderOperation, renderOrder } from '../model/render.ts'
import { parseCancel, parseCapture, parseNewOrder, parseRefund, parseRefundV1 } from './requests.ts'

/** An authenticated API request with a parsed body. */
interface Call {
  merchant: Merchant
  /** Path parameter: an order id, or the merchant's operation id. */
  id: string
  body: unknown
}

/** A call of the merchant API. It is not named an operation, because Yandex Pay gives this word another meaning. */
export interface OrderCall extends ApiOperation {
  /** @throws YandexPayError */
  run(call: Call): ApiObject
}

export const orderCalls: OrderCall[] = [
  { name: 'orders.create', method: 'POST', path: '/v1/orders', run: create },
  { name: 'orders.retrieve', method: 'GET', path: '/v1/orders/:id', run: retrieve },
  { name: 'orders.capture', method: 'POST', path: '/v1/orders/:id/capture', run: capture },
  { name: 'orders.cancel', method: 'POST', path: '/v1/orders/:id/cancel', run: cancel },
  { name: 'orders.rollback', method: 'POST', path: '/v1/orders/:id/rollback', run: rollback },
  { name: 'orders.refund', method: 'POST', path: '/v1/orders/:id/refund', run: refundV1 },
  { name: 'orders.refund', method: 'POST', path: '/v2/orders/:id/refund', run: refund },
  { name: 'operations.retrieve', method: 'GET', path: '/v1/operations/:id', run: retrieveOperation },
]

/** Creating an order again with the same cart returns it. With another cart it is an error. */
function create({ merchant, body }: Call): ApiObject {
  const { orders, context } = merchant
  const fields = parseNewOrder(body, context.fiscalShops.has('yandex-pay'))
  const existing = orders.get(fields.orderId)
  if (existing && JSON.stringify(existing.cart) !== JSON.stringify(fields.cart)) {
    throw new YandexPayError(409, 'ORDER_ALREADY_EXISTS', `Order ${fields.orderId} exists with another cart`)
  }
  if (existing) return { paymentUrl: getPaymentUrl(existing, context.url) }
  const change = createOrder(fields, context.now())
  merchant.apply(change)
  return { paymentUrl: getPaymentUrl(change.order, context.url) }
}

function retrieve(call: Call): ApiObject {
  const { merchant, id } = call
  return {
    order: renderOrder(find(call), merchant.context.url),
    operations: listOperations(merchant, id).map(renderOperation),
    delivery: null,
  }
}

function capture(call: Call): ApiObject {
  const order = find(call)
  return start(call, order, parseCapture(call.body, order), startCapture)
}

function cancel(call: Call): ApiObject {
  return start(call, find(call), parseCancel(call.body), startCancel)
}

function refund(call: Call): ApiObject {
  const order = find(call)
  return start(call, order, parseRefund(call.body, order), startRefund)
}

function refundV1(call: Call): ApiObject {
  return start(call, find(call), parseRefundV1(call.body), startRefund)
}

/** Fails an unpaid order; cancels or refunds a paid one. */
function rollback(call: Call): ApiObject {
  const { merchant, id } = call
  assertNoPendingOperation(merchant, id)
  merchant.apply(rolledBack(find(call), merchant.context.now()))
  return {}
}

function rolledBack(order: Order, nowMs: number): Change {
  if (order.status === 'PENDING') return failOrder(order, 'Rolled back by the merchant', nowMs)
  if (order.status === 'AUTHORIZED') {
    return finished(startCancel(order, { externalOperationId: null, request: null }, nowMs), nowMs)
  }
  return fullRefund(order, nowMs)
}

/**
 * Starts an operation. Repeating the request while it is pending returns it.
 * @throws YandexPayError  when another operation is pending or has the same external id
 */
function start<Fields extends Pick<Operation, 'externalOperationId'>>(
  { merchant, id, body }: Call,
  order: Order,
  fields: Fields,
  startOperation: (order: Order, fields: Fields & OperationFields, nowMs: number) => ChangeWith<'operation'>,
): ApiObject {
  const request = `${id} ${JSON.stringify(body)}`
  const { externalOperationId } = fields
  const existing = externalOperationId
    ? merchant.operations.findBy('externalId', externalOperationId)
    : undefined
  if (existing?.status === 'PENDING' && existing.request === request) {
    return { operation: renderOperation(existing) }
  }
  if (existing) {
    const reason = `There is an operation ${externalOperationId} already`
    throw new YandexPayError(409, 'DUPLICATE_EXTERNAL_OPERATION_ID', reason)
  }
  assertNoPendingOperation(merchant, id)
  const change = startOperation(order, { ...fields, request }, merchant.context.now())
  merchant.apply(change)
  return { operation: renderOperation(change.operation) }
}

function retrieveOperation({ merchant, id }: Call): ApiObject {
  const operation = merchant.operations.findBy('externalId', id)
  if (!operation) throw new YandexPayError(404, 'OPERATION_NOT_FOUND', `There is no operation ${id}`)
  return { operation: renderOperation(operation) }
}

function find({ merchant, id }: Call): Order {
  const order = merchant.orders.get(id)
  if (!order) throw new YandexPayError(404, 'ORDER_NOT_FOUND', `There is no order ${id}`)
  return order
}
