import { randomUUID } from 'node:crypto'
import { newId } from '../../platform/ids.ts'
import { invalidStatus } from './errors.ts'
import type { CartItem, Change, Operation, OperationType, Order, PaymentStatus } from './records.ts'

/** The API caller's fields. */
export type OrderFields = Pick<
  Order,
  'orderId' | 'amountMinor' | 'currency' | 'items' | 'cart' | 'metadata' | 'purpose' | 'urls'
> & { ttlS: number }

export function createOrder({ ttlS, ...fields }: OrderFields, nowMs: number): Change {
  const order: Order = {
    ...fields,
    token: newId('', 32),
    status: 'PENDING',
    refundedMinor: 0,
    reason: null,
    createdAt: nowMs,
    updatedAt: nowMs,
    expiresAt: nowMs + ttlS * 1000,
    overrides: {},
  }
  return { order, events: [] }
}

/** The order is paid, or held when its overrides say so. @throws YandexPayError  when it is not pending */
export function payOrder(order: Order, nowMs: number): Change {
  expectStatus(order, 'paid', ['PENDING'])
  return {
    order: { ...order, status: order.overrides.hold ? 'AUTHORIZED' : 'CAPTURED', updatedAt: nowMs },
    operation: { ...newOperation(order, 'AUTHORIZE', nowMs), status: 'SUCCESS' },
    events: ['order'],
  }
}

/** The bank declines the card. @throws YandexPayError  when the order is not pending */
export function declineOrder(order: Order, nowMs: number): Change {
  const { order: failed } = failOrder(order, 'The bank declined the payment', nowMs)
  const { reason } = failed
  return {
    order: failed,
    operation: { ...newOperation(order, 'AUTHORIZE', nowMs), status: 'FAIL', reason },
    events: ['order'],
  }
}

/** The time to pay is over. @throws YandexPayError  when the order is not pending */
export function expireOrder(order: Order, nowMs: number): Change {
  return failOrder(order, 'The time to pay has run out', nowMs)
}

/** The order can no longer be paid. @throws YandexPayError  when it is not pending */
export function failOrder(order: Order, reason: string, nowMs: number): Change {
  expectStatus(order, 'stopped', ['PENDING'])
  return { order: { ...order, status: 'FAILED', reason, updatedAt: nowMs }, events: ['order'] }
}

export function expectStatus(order: Order, verb: string, allowed: PaymentStatus[]): void {
  if (allowed.includes(order.status)) return
  throw invalidStatus(`Order ${order.orderId} cannot be ${verb}: its payment is ${order.status}`)
}

/** A pending operation. */
export function newOperation(
  order: Order,
  type: OperationType,
  nowMs: number,
  fields: Partial<Operation> = {},
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
    ...fields,
  }
}

export function calculateTotal(items: CartItem[]): number {
  return items.reduce((sum, { totalMinor }) => sum + totalMinor, 0)
}
