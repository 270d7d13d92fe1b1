import { decimalOf } from '../../payments/decimal.ts'
import { MERCHANT_ID, OTHER_MERCHANT_ID } from './constants.ts'
import type { CartItem, Operation, Order } from './records.ts'

export type Document = Record<string, unknown>

export function renderOrder(order: Order, ownUrl: string): Document {
  return {
    orderId: order.orderId,
    merchantId: merchantOf(order),
    created: iso(order.createdAt),
    updated: iso(order.updatedAt),
    currencyCode: order.currency,
    orderAmount: decimalOf(order.amountMinor),
    cart: renderCart(order),
    metadata: order.metadata,
    paymentMethod:
      order.status === 'PENDING'
        ? null
        : { methodType: 'CARD', cardLast4: '4444', cardNetwork: 'MASTERCARD' },
    paymentStatus: order.status,
    paymentUrl: paymentUrlOf(order, ownUrl),
    ...(order.reason === null ? {} : { reason: order.reason }),
  }
}

export function renderOperation(operation: Operation): Document {
  return {
    ...nameOf(operation),
    amount: decimalOf(operation.amountMinor),
    ...(operation.reason === null ? {} : { reason: operation.reason }),
    created: iso(operation.createdAt),
    updated: iso(operation.updatedAt),
  }
}

/** What a webhook tells of an order: never how much. */
export function renderOrderNews(order: Order): Document {
  return { merchantId: merchantOf(order), order: { orderId: order.orderId, paymentStatus: order.status } }
}

export function renderOperationNews(order: Order, operation: Operation): Document {
  return { merchantId: merchantOf(order), operation: nameOf(operation) }
}

export function paymentUrlOf({ token }: Order, ownUrl: string): string {
  return `${ownUrl}/yandex-pay/pay?token=${token}`
}

function nameOf({ operationId, orderId, type, status, externalOperationId }: Operation): Document {
  return {
    operationId,
    orderId,
    operationType: type,
    status,
    ...(externalOperationId === null ? {} : { externalOperationId }),
  }
}

/** The cart as it was sent, with what is left in it now. */
function renderCart({ cart, items }: Order): Document {
  const sent = cart.items as Document[]
  const left = items.reduce((sum, { totalMinor }) => sum + totalMinor, 0)
  return {
    ...cart,
    items: items.map((item) => ({
      ...sent.find(({ productId }) => productId === item.productId),
      ...renderItem(item),
    })),
    total: { ...(cart.total as Document), amount: decimalOf(left) },
  }
}

function renderItem({ count, totalMinor }: CartItem): Document {
  return { quantity: { count }, total: decimalOf(totalMinor) }
}

function merchantOf({ rig }: Order): string {
  return rig.shop === 'other' ? OTHER_MERCHANT_ID : MERCHANT_ID
}

function iso(instant: number): string {
  return new Date(instant).toISOString()
}
