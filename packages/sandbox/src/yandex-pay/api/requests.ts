import { z } from 'zod'
import { DECIMAL, parseDecimal } from '../../payments/decimal.ts'
import { isInn } from '../../payments/inn.ts'
import { badFormat, invalidCart } from '../model/errors.ts'
import { calculateTotal, type OrderFields } from '../model/order.ts'
import { type CartItem, CURRENCY, DEFAULT_TTL_S, type Order } from '../model/records.ts'

/** Yandex Pay reports more than two decimals as a cart error, so the format allows them. */
const Price = z.string().regex(/^\d{1,12}(\.\d+)?$/, 'must be a decimal number')
const Count = z.string().regex(/^\d+(\.\d+)?$/, 'must be a decimal number')

/** `measure` is the tax service's code of the unit: 0 for pieces. */
const Receipt = z.looseObject({
  tax: z.int().min(1).max(12),
  measure: z.int().min(0).max(255).optional(),
  paymentMethodType: z.int().min(1).max(7).optional(),
  paymentSubjectType: z.int().min(1).max(27).optional(),
  agent: z.looseObject({ agentType: z.int().min(1).max(7) }).optional(),
  supplier: z
    .looseObject({
      name: z.string().min(1).max(2048).optional(),
      inn: z.string().refine(isInn, 'must be an INN of 10 or 12 digits').optional(),
      phones: z
        .array(z.string().regex(/^\+[1-9]\d{4,14}$/, 'must be a phone such as +79001234567'))
        .optional(),
    })
    .optional(),
})

const Item = z.looseObject({
  productId: z.string().min(1).max(2048),
  title: z.string().min(1).max(2048),
  quantity: z.looseObject({ count: Count }),
  total: Price,
  unitPrice: Price.optional(),
  discountedUnitPrice: Price.optional(),
  subtotal: Price.optional(),
  receipt: Receipt.optional(),
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
  ttl: z.int().min(180).max(604_800).default(DEFAULT_TTL_S),
  metadata: z.string().max(2048).optional(),
  purpose: z.string().max(1000).optional(),
  fiscalContact: z.union([z.email(), z.string().regex(/^\+7\d{10}$/)]).optional(),
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

/**
 * @param isFiscal  true when receipt data is required
 * @throws YandexPayError
 */
export function parseNewOrder(body: unknown, isFiscal: boolean): OrderFields {
  const { orderId, cart, redirectUrls, ttl, metadata, purpose, fiscalContact } = validate(NewOrder, body)
  if (isFiscal) assertFiscal(cart.items, fiscalContact)
  const { onSuccess, onError, onAbort } = redirectUrls
  const items = cart.items.map(parseItem)
  assertDistinct(items)
  const amountMinor = parsePrice(cart.total.amount)
  const externalMinor = cart.total.externalAmount === undefined ? 0 : parsePrice(cart.total.externalAmount)
  const sum = items.reduce((total, { totalMinor }) => total + totalMinor, 0)
  if (sum !== amountMinor + externalMinor)
    throw invalidCart('The items do not add up to the total of the cart')
  if (amountMinor < 100) throw invalidCart('An order cannot cost less than one ruble')
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

/** @throws YandexPayError  when data of the fiscal receipt is missing */
function assertFiscal(items: z.output<typeof Item>[], fiscalContact: string | undefined): void {
  for (const [index, { receipt }] of items.entries()) {
    if (!receipt) throw badFormat(`cart.items.${index}.receipt: is required`)
    if (receipt.measure === undefined) throw badFormat(`cart.items.${index}.receipt.measure: is required`)
  }
  if (!fiscalContact) throw badFormat('fiscalContact: is required')
}

/** @throws YandexPayError */
export function parseCapture(body: unknown, order: Order) {
  const { orderAmount, externalOperationId, cart } = validate(Capture, body)
  return {
    externalOperationId: externalOperationId ?? null,
    amountMinor: orderAmount === undefined ? order.amountMinor : parsePrice(orderAmount),
    targetItems: cart ? cart.items.map(parseItem) : order.items,
  }
}

/** @throws YandexPayError */
export function parseCancel(body: unknown) {
  return { externalOperationId: validate(Cancel, body).externalOperationId ?? null }
}

/** @throws YandexPayError */
export function parseRefund(body: unknown, order: Order) {
  const { refundAmount, orderAmount, externalOperationId, targetCart } = validate(Refund, body)
  const targetItems = (targetCart?.items ?? []).map((item) => parseTargetItem(item, order))
  if (orderAmount !== undefined && parsePrice(orderAmount) !== calculateTotal(targetItems)) {
    throw invalidCart('orderAmount is not the total of the target cart')
  }
  return {
    externalOperationId: externalOperationId ?? null,
    amountMinor: parsePrice(refundAmount),
    targetItems,
  }
}

/** Version 1 takes the whole remaining cart. @throws YandexPayError */
export function parseRefundV1(body: unknown) {
  const { refundAmount, externalOperationId, cart } = validate(RefundV1, body)
  return {
    externalOperationId: externalOperationId ?? null,
    amountMinor: parsePrice(refundAmount),
    targetItems: cart.items.map(parseItem),
  }
}

function parseItem(item: z.output<typeof Item>): CartItem {
  const { productId, title, quantity, total, unitPrice, discountedUnitPrice } = item
  const totalMinor = parsePrice(total)
  const unit = discountedUnitPrice ?? unitPrice
  const unitMinor = unit === undefined ? totalMinor / Number(quantity.count) : parsePrice(unit)
  if (!Number.isInteger(unitMinor))
    throw invalidCart(`The price of one ${productId} has more than two decimals`)
  return { productId, title, count: quantity.count, unitMinor, totalMinor }
}

function parseTargetItem(item: z.output<typeof Target>['items'][number], order: Order): CartItem {
  const current = order.items.find(({ productId }) => productId === item.productId)
  if (!current) throw invalidCart(`There is no ${item.productId} in the cart`)
  const { count, unitMinor } = current
  const target = {
    count: item.quantityCount ?? count,
    unitMinor: item.price ? parsePrice(item.price) : unitMinor,
  }
  return { ...current, ...target, totalMinor: Math.round(target.unitMinor * Number(target.count)) }
}

function assertDistinct(items: CartItem[]): void {
  if (new Set(items.map(({ productId }) => productId)).size < items.length) {
    throw invalidCart('Every productId may appear in the cart once')
  }
}

function parsePrice(price: string): number {
  if (!DECIMAL.test(price)) throw invalidCart(`${price} has more than two decimals`)
  return parseDecimal(price)
}

function validate<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw badFormat(`${issue?.path.join('.') || 'body'}: ${issue?.message}`)
}
