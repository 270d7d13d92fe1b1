import { invalidCart } from './errors.ts'
import { calculateTotal, expectStatus, newOperation } from './order.ts'
import type { Change, ChangeWith, Operation, Order } from './records.ts'

/** Minimum of a refund and of its remainder, unless the remainder is zero. */
const MIN_MINOR = 100

export type OperationFields = Pick<Operation, 'externalOperationId' | 'request'>

/** @throws YandexPayError  when nothing is held, or less than `amountMinor` */
export function startCapture(
  order: Order,
  { amountMinor, targetItems, ...fields }: OperationFields & Pick<Operation, 'amountMinor' | 'targetItems'>,
  nowMs: number,
): ChangeWith<'operation'> {
  expectStatus(order, 'captured', ['AUTHORIZED'])
  if (amountMinor > order.amountMinor) throw invalidCart('orderAmount exceeds the held amount')
  if (calculateTotal(targetItems) !== amountMinor)
    throw invalidCart('The cart does not add up to orderAmount')
  const operation = newOperation(order, 'CAPTURE', nowMs, { ...fields, amountMinor, targetItems })
  return { order, operation, events: [] }
}

/** @throws YandexPayError  when nothing is held */
export function startCancel(order: Order, fields: OperationFields, nowMs: number): ChangeWith<'operation'> {
  expectStatus(order, 'cancelled', ['AUTHORIZED'])
  return { order, operation: newOperation(order, 'VOID', nowMs, { ...fields, targetItems: [] }), events: [] }
}

/**
 * @param targetItems  the cart after the refund, not the refunded items
 * @throws YandexPayError
 */
export function startRefund(
  order: Order,
  { amountMinor, targetItems, ...fields }: OperationFields & Pick<Operation, 'amountMinor' | 'targetItems'>,
  nowMs: number,
): ChangeWith<'operation'> {
  expectStatus(order, 'refunded', ['CAPTURED', 'PARTIALLY_REFUNDED'])
  const left = order.amountMinor - order.refundedMinor
  const rest = left - amountMinor
  if (rest < 0) throw invalidCart('The refund exceeds what is left of the order')
  if (amountMinor < MIN_MINOR || (rest > 0 && rest < MIN_MINOR)) {
    throw invalidCart('Neither the refund nor what it leaves may be less than one ruble')
  }
  if (calculateTotal(targetItems) !== rest) {
    throw invalidCart('The target cart must add up to what is left after the refund')
  }
  const { refunds } = order.overrides
  const ending = refunds === 'fail' || refunds === 'refuse' ? 'FAIL' : 'SUCCESS'
  const operation = newOperation(order, 'REFUND', nowMs, { ...fields, amountMinor, targetItems, ending })
  return refunds === 'refuse' ? finishOperation(order, operation, nowMs) : { order, operation, events: [] }
}

/** Ends an operation with a webhook. A failed one leaves the order unchanged. */
export function finishOperation(order: Order, operation: Operation, nowMs: number): ChangeWith<'operation'> {
  const ended = { ...operation, status: operation.ending, updatedAt: nowMs }
  if (ended.status === 'FAIL') {
    return {
      order,
      operation: { ...ended, reason: 'The bank declined the operation' },
      events: ['operation'],
    }
  }
  return {
    order: { ...after(order, ended), items: ended.targetItems, updatedAt: nowMs },
    operation: ended,
    events: ['operation', 'order'],
  }
}

/** Ends the pending operation of a change at once. */
export function finished(change: Change, nowMs: number): Change {
  const { order, operation } = change
  return operation?.status === 'PENDING' ? finishOperation(order, operation, nowMs) : change
}

/** Starts a refund of the unrefunded rest. @throws YandexPayError */
export function fullRefund(order: Order, nowMs: number): ChangeWith<'operation'> {
  const amountMinor = order.amountMinor - order.refundedMinor
  const fields = { externalOperationId: null, request: null, amountMinor, targetItems: [] }
  return startRefund(order, fields, nowMs)
}

function after(order: Order, { type, amountMinor }: Operation): Order {
  if (type === 'VOID') return { ...order, status: 'VOIDED' }
  if (type !== 'REFUND') return { ...order, status: 'CAPTURED', amountMinor }
  const refundedMinor = order.refundedMinor + amountMinor
  const isWhole = refundedMinor === order.amountMinor
  return { ...order, refundedMinor, status: isWhole ? 'REFUNDED' : 'PARTIALLY_REFUNDED' }
}
