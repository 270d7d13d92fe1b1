/**
 * Yandex Pay's documents as schemas. They are strict, so an undocumented field is a mismatch. Each schema has its
 * document's URL above it. Compared on 2026-11-21 and 2026-11-22 with stored copies of the pages and with the
 * LexRiver/yandex-pay types, which copy them.
 */
import * as z from 'zod'

/** At most two decimals, no exponent. */
const Decimal = z.string().regex(/^\d+(\.\d{1,2})?$/)
const Instant = z.iso.datetime({ offset: true })
const Text = z.string().max(2048)

/** @see https://pay.yandex.ru/docs/en/custom/fns.md */
export const ItemReceipt = z.strictObject({
  title: Text.optional(),
  tax: z.int().min(1).max(12),
  measure: z.int().min(0).max(255),
  paymentMethodType: z.int().min(1).max(7).optional(),
  paymentSubjectType: z.int().min(1).max(27).optional(),
  agent: z.strictObject({ agentType: z.int().min(1).max(7) }).optional(),
  supplier: z.strictObject({ name: Text, inn: Text, phones: z.array(Text) }).optional(),
})

export const CartItem = z.strictObject({
  productId: Text,
  title: Text,
  quantity: z.strictObject({ count: Decimal, available: Decimal.optional(), label: Text.optional() }),
  total: Decimal,
  unitPrice: Decimal.optional(),
  discountedUnitPrice: Decimal.optional(),
  subtotal: Decimal.optional(),
  description: Text.optional(),
  receipt: ItemReceipt.optional(),
})

export const Cart = z.strictObject({
  cartId: Text.optional(),
  externalId: Text.optional(),
  items: z.array(CartItem),
  total: z.strictObject({ amount: Decimal, externalAmount: Decimal.optional() }),
})

/** @see https://pay.yandex.ru/docs/en/custom/backend/yandex-pay-api/order/merchant_v1_orders-post */
export const NewOrder = z.strictObject({
  orderId: Text,
  currencyCode: z.literal('RUB'),
  cart: Cart,
  redirectUrls: z.strictObject({ onSuccess: z.url(), onError: z.url(), onAbort: z.url().optional() }),
  availablePaymentMethods: z
    .array(z.enum(['CARD', 'SPLIT']))
    .min(1)
    .optional(),
  ttl: z.int().min(180).max(604_800).optional(),
  metadata: Text.optional(),
  purpose: z.string().max(1000).optional(),
  orderSource: z.enum(['WEBSITE', 'APP', 'CRM', 'CASH_REGISTER', 'CMS_PLUGIN']).optional(),
  /** Since 2025-12-05: https://pay.yandex.ru/docs/ru/custom/backend/changelog */
  fiscalContact: z.string().optional(),
})
export const OrderCreated = z.strictObject({ paymentUrl: z.url() })

/** @see https://pay.yandex.ru/docs/en/payments/statuses */
const PaymentStatus = z.enum([
  'PENDING',
  'AUTHORIZED',
  'CAPTURED',
  'VOIDED',
  'REFUNDED',
  'PARTIALLY_REFUNDED',
  'FAILED',
  'CONFIRMED',
])
const OperationStatus = z.enum(['PENDING', 'SUCCESS', 'FAIL'])
const OperationType = z.enum([
  'AUTHORIZE',
  'BIND_CARD',
  'REFUND',
  'CAPTURE',
  'VOID',
  'RECURRING',
  'PREPAYMENT',
  'SUBMIT',
])

/** @see https://pay.yandex.ru/docs/en/custom/backend/yandex-pay-api/order/merchant_v1_order-get */
export const Order = z.strictObject({
  orderId: Text,
  merchantId: z.uuid(),
  created: Instant,
  updated: Instant.optional(),
  currencyCode: z.string().length(3),
  orderAmount: Decimal,
  cart: Cart,
  metadata: Text.nullish(),
  paymentMethod: z
    .strictObject({
      methodType: z.enum(['CARD', 'SPLIT', 'SBP', 'SPLIT_SBP', 'CASH_ON_DELIVERY', 'CARD_ON_DELIVERY']),
      cardLast4: z.string().length(4).optional(),
      cardNetwork: z.string().optional(),
    })
    .nullish(),
  paymentStatus: PaymentStatus.nullish(),
  paymentUrl: z.url(),
  reason: Text.optional(),
  reasonCode: Text.optional(),
})

export const Operation = z.strictObject({
  operationId: z.uuid(),
  orderId: Text,
  operationType: OperationType,
  status: OperationStatus,
  amount: Decimal,
  externalOperationId: Text.optional(),
  reason: Text.optional(),
  params: z.record(z.string(), z.unknown()).optional(),
  approvalCode: Text.optional(),
  created: Instant,
  updated: Instant,
})

export const OrderFound = z.strictObject({
  order: Order,
  operations: z.array(Operation),
  delivery: z.null().optional(),
})
export const OperationStarted = z.strictObject({ operation: Operation })

/** @see https://pay.yandex.ru/docs/en/custom/backend/yandex-pay-api/order/merchant_v1_capture-post */
export const Capture = z.strictObject({
  orderAmount: Decimal.optional(),
  externalOperationId: Text.optional(),
  cart: Cart.optional(),
})

/** @see https://pay.yandex.ru/docs/en/custom/backend/yandex-pay-api/order/merchant_v1_cancel-post */
export const Cancel = z.strictObject({ reason: Text, externalOperationId: Text.optional() })

/** @see https://pay.yandex.ru/docs/en/custom/backend/yandex-pay-api/order/merchant_v1_rollback-post */
export const Rollback = z.strictObject({})

/** @see https://pay.yandex.ru/docs/en/custom/backend/yandex-pay-api/order/merchant_v2_refund-post */
export const Refund = z.strictObject({
  refundAmount: Decimal,
  orderAmount: Decimal.optional(),
  externalOperationId: Text.optional(),
  motive: Text.optional(),
  targetCart: z
    .strictObject({
      items: z.array(
        z.strictObject({ productId: Text, price: Decimal.optional(), quantityCount: Decimal.optional() }),
      ),
    })
    .optional(),
})

/** @see https://pay.yandex.ru/docs/en/custom/backend/yandex-pay-api */
export const toSuccessSchema = <T extends z.ZodType>(content: T) =>
  z.strictObject({ code: z.literal(200), status: z.literal('success'), data: content })
export const Failure = z.strictObject({
  code: z.int().optional(),
  status: z.literal('fail'),
  reasonCode: Text,
  reason: Text.optional(),
})

/** @see https://pay.yandex.ru/docs/en/custom/backend/merchant-api/webhook */
export const Webhook = z.discriminatedUnion('event', [
  z.strictObject({
    event: z.literal('ORDER_STATUS_UPDATED'),
    merchantId: z.uuid(),
    eventTime: Instant,
    order: z.strictObject({ orderId: Text, paymentStatus: PaymentStatus }),
  }),
  z.strictObject({
    event: z.literal('OPERATION_STATUS_UPDATED'),
    merchantId: z.uuid(),
    eventTime: Instant,
    operation: z.strictObject({
      operationId: z.uuid(),
      orderId: Text,
      operationType: OperationType,
      status: OperationStatus,
      externalOperationId: Text.optional(),
    }),
  }),
])

/** @see https://pay.yandex.ru/api/jwks, and RFC 7517 */
export const KeySet = z.strictObject({
  keys: z.array(
    z.strictObject({
      alg: z.literal('ES256'),
      crv: z.literal('P-256'),
      kid: z.string(),
      kty: z.literal('EC'),
      use: z.literal('sig').optional(),
      key_ops: z.array(z.literal('verify')).optional(),
      x: z.string(),
      y: z.string(),
    }),
  ),
})

/** Request and response per call, keyed by the emulator's operation name. */
export const calls: Record<string, { request: z.ZodType | null; response: z.ZodType }> = {
  'orders.create': { request: NewOrder, response: toSuccessSchema(OrderCreated) },
  'orders.retrieve': { request: null, response: toSuccessSchema(OrderFound) },
  'orders.capture': { request: Capture, response: toSuccessSchema(OperationStarted) },
  'orders.cancel': { request: Cancel, response: toSuccessSchema(OperationStarted) },
  'orders.rollback': { request: Rollback, response: toSuccessSchema(z.strictObject({})) },
  'orders.refund': { request: Refund, response: toSuccessSchema(OperationStarted) },
  'operations.retrieve': { request: null, response: toSuccessSchema(OperationStarted) },
  jwks: { request: null, response: KeySet },
}
