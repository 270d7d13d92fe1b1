import { wrongCart } from './errors.ts'
import { expectStatus, newOperation, sumOf } from './order.ts'
import type { Change, Operation, Order } from './records.ts'

/** The least that may be returned, and that may be left. */
const LEAST_MINOR = 100

export type OperationTerms = Pick<Operation, 'externalOperationId' | 'request'>

/** @throws YandexPayFailure  when nothing is held, or more is asked than is held */
export function startCapture(
  order: Order,
  { amountMinor, targetItems, ...terms }: OperationTerms & Pick<Operation, 'amountMinor' | 'targetItems'>,
  nowMs: number,
): Change {
  expectStatus(order, 'captured', ['AUTHORIZED'])
  if (amountMinor > order.amountMinor) throw wrongCart('More is asked than is held')
  if (sumOf(targetItems) !== amountMinor) throw wrongCart('The cart does not add up to orderAmount')
  const operation = newOperation(order, 'CAPTURE', nowMs, { ...terms, amountMinor, targetItems })
  return { order, operation, news: [] }
}

/** @throws YandexPayFailure  when nothing is held */
export function startCancel(order: Order, terms: OperationTerms, nowMs: number): Change {
  expectStatus(order, 'cancelled', ['AUTHORIZED'])
  return { order, operation: newOperation(order, 'VOID', nowMs, { ...terms, targetItems: [] }), news: [] }
}

/**
 * @param targetItems  what is left afterwards, not what is returned
 * @throws YandexPayFailure
 */
export function startRefund(
  order: Order,
  { amountMinor, targetItems, ...terms }: OperationTerms & Pick<Operation, 'amountMinor' | 'targetItems'>,
  nowMs: number,
): Change {
  expectStatus(order, 'refunded', ['CAPTURED', 'PARTIALLY_REFUNDED'])
  const left = order.amountMinor - order.refundedMinor
  const rest = left - amountMinor
  if (rest < 0) throw wrongCart('The refund exceeds what is left of the order')
  if (amountMinor < LEAST_MINOR || (rest > 0 && rest < LEAST_MINOR)) {
    throw wrongCart('Neither the refund nor what it leaves may be less than one ruble')
  }
  if (sumOf(targetItems) !== rest) {
    throw wrongCart('The target cart must add up to what is left after the refund')
  }
  const { refunds } = order.rig
  const ending = refunds === 'fail' || refunds === 'refuse' ? 'FAIL' : 'SUCCESS'
  const operation = newOperation(order, 'REFUND', nowMs, { ...terms, amountMinor, targetItems, ending })
  const asked: Change = { order, operation, news: [] }
  return refunds === 'refuse' ? finishOperation(order, operation, nowMs) : asked
}

/** An operation ends, and is told either way. A failed one leaves the order as it was. */
export function finishOperation(order: Order, operation: Operation, nowMs: number): Change {
  const ended = { ...operation, status: operation.ending, updatedAt: nowMs }
  if (ended.status === 'FAIL') {
    return { order, operation: { ...ended, reason: 'The bank declined the operation' }, news: ['operation'] }
  }
  return {
    order: { ...after(order, ended), items: ended.targetItems, updatedAt: nowMs },
    operation: ended,
    news: ['operation', 'order'],
  }
}

function after(order: Order, { type, amountMinor }: Operation): Order {
  if (type === 'VOID') return { ...order, status: 'VOIDED' }
  if (type !== 'REFUND') return { ...order, status: 'CAPTURED', amountMinor }
  const refundedMinor = order.refundedMinor + amountMinor
  const isWhole = refundedMinor === order.amountMinor
  return { ...order, refundedMinor, status: isWhole ? 'REFUNDED' : 'PARTIALLY_REFUNDED' }
}
