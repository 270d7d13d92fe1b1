import { randomUUID } from 'node:crypto'
import { newId } from '../../platform/ids.ts'
import { wrongState } from './errors.ts'
import type { CartItem, Change, Operation, OperationType, Order, PaymentStatus } from './records.ts'

/** What a merchant may choose about an order; the rest of the record is Yandex's. */
export type OrderTerms = Pick<
  Order,
  'orderId' | 'amountMinor' | 'currency' | 'items' | 'cart' | 'metadata' | 'purpose' | 'urls'
> & { ttlS: number }

export function createOrder({ ttlS, ...terms }: OrderTerms, nowMs: number): Change {
  const order: Order = {
    ...terms,
    token: newId('', 32),
    status: 'PENDING',
    refundedMinor: 0,
    reason: null,
    createdAt: nowMs,
    updatedAt: nowMs,
    expiresAt: nowMs + ttlS * 1000,
    rig: {},
  }
  return { order, news: [] }
}

/** The buyer pays: at once, or the sum is held first. @throws YandexPayFailure  when the order is settled */
export function payOrder(order: Order, nowMs: number): Change {
  expectStatus(order, 'paid', ['PENDING'])
  return {
    order: { ...order, status: order.rig.hold ? 'AUTHORIZED' : 'CAPTURED', updatedAt: nowMs },
    operation: { ...newOperation(order, 'AUTHORIZE', nowMs), status: 'SUCCESS' },
    news: ['order'],
  }
}

/** The bank refuses the buyer's card. @throws YandexPayFailure  when the order is settled */
export function declineOrder(order: Order, nowMs: number): Change {
  const { order: failed } = failOrder(order, 'The bank declined the payment', nowMs)
  const { reason } = failed
  return {
    order: failed,
    operation: { ...newOperation(order, 'AUTHORIZE', nowMs), status: 'FAIL', reason },
    news: ['order'],
  }
}

/** The link is worth nothing any more. @throws YandexPayFailure  when the order is settled */
export function failOrder(order: Order, reason: string, nowMs: number): Change {
  expectStatus(order, 'stopped', ['PENDING'])
  return { order: { ...order, status: 'FAILED', reason, updatedAt: nowMs }, news: ['order'] }
}

export function expectStatus(order: Order, verb: string, allowed: PaymentStatus[]): void {
  if (allowed.includes(order.status)) return
  throw wrongState(`Order ${order.orderId} cannot be ${verb}: its payment is ${order.status}`)
}

/** An operation that has only been asked for. */
export function newOperation(
  order: Order,
  type: OperationType,
  nowMs: number,
  terms: Partial<Operation> = {},
): Operation {
  return {
    operationId: randomUUID(),
    orderId: order.orderId,
    externalOperationId: null,
    type,
    status: 'PENDING',
    amountMinor: order.amountMinor,
    targetItems: order.items,
    ending: 'SUCCESS',
    reason: null,
    request: null,
    createdAt: nowMs,
    updatedAt: nowMs,
    ...terms,
  }
}

export function sumOf(items: CartItem[]): number {
  return items.reduce((sum, { totalMinor }) => sum + totalMinor, 0)
}
