import { formatDecimal } from '../../payments/decimal.ts'
import { type CartItem, MERCHANT_ID, type Operation, type Order, OTHER_MERCHANT_ID } from './records.ts'

export type ApiObject = Record<string, unknown>

export function renderOrder(order: Order, baseUrl: string): ApiObject {
  return {
    orderId: order.orderId,
    merchantId: getMerchantId(order),
    created: iso(order.createdAt),
    updated: iso(order.updatedAt),
    currencyCode: order.currency,
    orderAmount: formatDecimal(order.amountMinor),
    cart: renderCart(order),
    metadata: order.metadata,
    paymentMethod:
      order.status === 'PENDING'
        ? null
        : { methodType: 'CARD', cardLast4: '4444', cardNetwork: 'MASTERCARD' },
    paymentStatus: order.status,
    paymentUrl: getPaymentUrl(order, baseUrl),
    ...(order.reason === null ? {} : { reason: order.reason }),
  }
}

export function renderOperation(operation: Operation): ApiObject {
  return {
    ...renderReference(operation),
    amount: formatDecimal(operation.amountMinor),
    ...(operation.reason === null ? {} : { reason: operation.reason }),
    created: iso(operation.createdAt),
    updated: iso(operation.updatedAt),
  }
}

/** Webhooks carry a status but no amount. */
export function renderOrderEvent(order: Order): ApiObject {
  return { merchantId: getMerchantId(order), order: { orderId: order.orderId, paymentStatus: order.status } }
}

export function renderOperationEvent(order: Order, operation: Operation): ApiObject {
  return { merchantId: getMerchantId(order), operation: renderReference(operation) }
}

export function getPaymentUrl({ token }: Order, baseUrl: string): string {
  return `${baseUrl}/yandex-pay/pay?token=${token}`
}

function renderReference({ operationId, orderId, type, status, externalOperationId }: Operation): ApiObject {
  return {
    operationId,
    orderId,
    operationType: type,
    status,
    ...(externalOperationId === null ? {} : { externalOperationId }),
  }
}

/** The merchant's cart, reduced to what is not refunded. */
function renderCart({ cart, items }: Order): ApiObject {
  const sent = cart.items as ApiObject[]
  const left = items.reduce((sum, { totalMinor }) => sum + totalMinor, 0)
  return {
    ...cart,
    items: items.map((item) => ({
      ...sent.find(({ productId }) => productId === item.productId),
      ...renderItem(item),
    })),
    total: { ...(cart.total as ApiObject), amount: formatDecimal(left) },
  }
}

function renderItem({ count, totalMinor }: CartItem): ApiObject {
  return { quantity: { count }, total: formatDecimal(totalMinor) }
}

function getMerchantId({ overrides }: Order): string {
  return overrides.shop === 'other' ? OTHER_MERCHANT_ID : MERCHANT_ID
}

function iso(instantMs: number): string {
  return new Date(instantMs).toISOString()
}
