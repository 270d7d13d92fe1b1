import { z } from 'zod'
import { DECIMAL, minorOf } from '../../payments/decimal.ts'
import { CURRENCY, USUAL_TTL_S } from '../model/constants.ts'
import { invalid, wrongCart } from '../model/errors.ts'
import type { OrderTerms } from '../model/order.ts'
import type { CartItem, Order } from '../model/records.ts'

/** More than two decimals is a matter of the cart to Yandex Pay, so it is not refused here. */
const Price = z.string().regex(/^\d{1,12}(\.\d+)?$/, 'must be a decimal number')
const Count = z.string().regex(/^\d+(\.\d+)?$/, 'must be a decimal number')

const Item = z.looseObject({
  productId: z.string().min(1).max(2048),
  title: z.string().min(1).max(2048),
  quantity: z.looseObject({ count: Count }),
  total: Price,
  unitPrice: Price.optional(),
  discountedUnitPrice: Price.optional(),
  subtotal: Price.optional(),
  receipt: z.looseObject({ tax: z.int().min(1).max(12) }).optional(),
})
const Cart = z.looseObject({
  items: z.array(Item).min(1),
  total: z.looseObject({ amount: Price, externalAmount: Price.optional() }),
})

const NewOrder = z.looseObject({
  orderId: z.string().min(1).max(2048),
  currencyCode: z.literal(CURRENCY),
  cart: Cart,
  redirectUrls: z.object({ onSuccess: z.url(), onError: z.url(), onAbort: z.url().optional() }),
  availablePaymentMethods: z.array(z.enum(['CARD', 'SPLIT'])).optional(),
  ttl: z.int().min(180).max(604_800).default(USUAL_TTL_S),
  metadata: z.string().max(2048).optional(),
  purpose: z.string().max(1000).optional(),
  fiscalContact: z.string().optional(),
})

const ExternalId = z.string().min(1).max(2048).optional()
const Target = z.object({
  items: z.array(
    z.object({ productId: z.string(), price: Price.optional(), quantityCount: Count.optional() }),
  ),
})
const Refund = z.object({
  refundAmount: Price,
  orderAmount: Price.optional(),
  externalOperationId: ExternalId,
  motive: z.string().max(2048).optional(),
  targetCart: Target.nullish(),
})
const RefundV1 = z.object({
  refundAmount: Price,
  orderAmount: Price,
  externalOperationId: ExternalId,
  cart: Cart,
})
const Capture = z.object({
  orderAmount: Price.optional(),
  externalOperationId: ExternalId,
  cart: Cart.optional(),
})
const Cancel = z.object({ reason: z.string().min(1), externalOperationId: ExternalId })

/** @throws YandexPayFailure */
export function readNewOrder(body: unknown): OrderTerms {
  const { orderId, cart, redirectUrls, ttl, metadata, purpose } = fit(NewOrder, body)
  const { onSuccess, onError, onAbort } = redirectUrls
  const items = cart.items.map(readItem)
  expectDistinct(items)
  const amountMinor = exact(cart.total.amount)
  const outside = cart.total.externalAmount === undefined ? 0 : exact(cart.total.externalAmount)
  const sum = items.reduce((total, { totalMinor }) => total + totalMinor, 0)
  if (sum !== amountMinor + outside) throw wrongCart('The items do not add up to the total of the cart')
  if (amountMinor < 100) throw wrongCart('An order cannot cost less than one ruble')
  return {
    orderId,
    amountMinor,
    currency: CURRENCY,
    items,
    cart,
    metadata: metadata ?? null,
    purpose: purpose ?? null,
    urls: { onSuccess, onError, onAbort: onAbort ?? null },
    ttlS: ttl,
  }
}

/** @throws YandexPayFailure */
export function readCapture(body: unknown, order: Order) {
  const { orderAmount, externalOperationId, cart } = fit(Capture, body)
  return {
    externalOperationId: externalOperationId ?? null,
    amountMinor: orderAmount === undefined ? order.amountMinor : exact(orderAmount),
    targetItems: cart ? cart.items.map(readItem) : order.items,
  }
}

/** @throws YandexPayFailure */
export function readCancel(body: unknown) {
  return { externalOperationId: fit(Cancel, body).externalOperationId ?? null }
}

/** @throws YandexPayFailure */
export function readRefund(body: unknown, order: Order) {
  const { refundAmount, externalOperationId, targetCart } = fit(Refund, body)
  return {
    externalOperationId: externalOperationId ?? null,
    amountMinor: exact(refundAmount),
    targetItems: (targetCart?.items ?? []).map((item) => readTarget(item, order)),
  }
}

/** The older call wants the whole cart that is left. @throws YandexPayFailure */
export function readRefundV1(body: unknown) {
  const { refundAmount, externalOperationId, cart } = fit(RefundV1, body)
  return {
    externalOperationId: externalOperationId ?? null,
    amountMinor: exact(refundAmount),
    targetItems: cart.items.map(readItem),
  }
}

function readItem(item: z.output<typeof Item>): CartItem {
  const { productId, title, quantity, total, unitPrice, discountedUnitPrice } = item
  const totalMinor = exact(total)
  const unit = discountedUnitPrice ?? unitPrice
  const unitMinor = unit === undefined ? totalMinor / Number(quantity.count) : exact(unit)
  if (!Number.isInteger(unitMinor))
    throw wrongCart(`The price of one ${productId} has more than two decimals`)
  return { productId, title, count: quantity.count, unitMinor, totalMinor }
}

function readTarget(item: z.output<typeof Target>['items'][number], order: Order): CartItem {
  const current = order.items.find(({ productId }) => productId === item.productId)
  if (!current) throw wrongCart(`There is no ${item.productId} in the cart`)
  const { count, unitMinor } = current
  const left = { count: item.quantityCount ?? count, unitMinor: item.price ? exact(item.price) : unitMinor }
  return { ...current, ...left, totalMinor: Math.round(left.unitMinor * Number(left.count)) }
}

function expectDistinct(items: CartItem[]): void {
  if (new Set(items.map(({ productId }) => productId)).size < items.length) {
    throw wrongCart('Every productId may stand in the cart once')
  }
}

function exact(price: string): number {
  if (!DECIMAL.test(price)) throw wrongCart(`${price} has more than two decimals`)
  return minorOf(price)
}

function fit<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw invalid(`${issue?.path.join('.') || 'body'}: ${issue?.message}`)
}
