import {
  type Currency,
  type Money,
  type OrderStatus,
  type PaymentProvider,
  providerTerms,
} from '@playhub/contract'
import type { SoldItem } from '../provider.ts'
import type { AttemptRow, OrderRow } from './tables.ts'

/** An order paid by an attempt. Demo orders may be paid without one. */
export type PaidOrder = OrderRow & { paidAttemptId: string; amountMinor: number; paidAt: number }

export function isPaid(order: OrderRow): order is PaidOrder {
  return order.paidAttemptId !== null && order.amountMinor !== null && order.paidAt !== null
}

/** Allowed transitions: `none → pending → paid | fail | none`. Money that arrives counts in any unpaid state. */
const allowedBefore: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['none', 'fail', 'pending'],
  none: ['pending'],
  fail: ['pending'],
  paid: ['none', 'pending', 'fail'],
}

export function statusesBefore(status: OrderStatus): readonly OrderStatus[] {
  return allowedBefore[status]
}

/** The order's price in the currency of the provider. */
export function chargeOf(order: OrderRow, provider: PaymentProvider): Money {
  const { currency } = providerTerms[provider]
  return { amountMinor: priceIn(order, currency), currency }
}

function priceIn(order: OrderRow, currency: Currency): number {
  return currency === 'RUB' ? order.priceRubMinor : order.priceUsdMinor
}

/** The price in a history: the amount charged, else the price in the usual currency of the language. */
export function shownPrice(order: OrderRow, language: string): Money {
  if (order.currency !== null && order.amountMinor !== null) {
    return { amountMinor: order.amountMinor, currency: order.currency }
  }
  const currency = language === 'ru' ? 'RUB' : 'USD'
  return { amountMinor: priceIn(order, currency), currency }
}

export function titleOf(order: Pick<OrderRow, 'titleRu' | 'titleEn'>, language: string): string {
  return language === 'ru' ? order.titleRu : order.titleEn
}

export function moneyOf({ amountMinor, currency }: Pick<AttemptRow, 'amountMinor' | 'currency'>): Money {
  return { amountMinor, currency }
}

export function soldItemOf({ itemId, titleRu, titleEn }: OrderRow): SoldItem {
  return { id: itemId, title: { ru: titleRu, en: titleEn } }
}
