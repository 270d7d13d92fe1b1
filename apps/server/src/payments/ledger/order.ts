import {
  type Currency,
  type Money,
  type OrderStatus,
  type PaymentProvider,
  providerTerms,
} from '@playhub/contract'
import type { AttemptRow, OrderRow } from './tables.ts'

/** Where an order may come from: `none → pending → paid | fail | none`, and money that did arrive always counts. */
const cameFrom: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['none', 'fail', 'pending'],
  none: ['pending'],
  fail: ['pending'],
  paid: ['none', 'pending', 'fail'],
}

export function statusesBefore(status: OrderStatus): readonly OrderStatus[] {
  return cameFrom[status]
}

/** What a provider charges for the order: its price in the currency of that provider. */
export function chargeOf(order: OrderRow, provider: PaymentProvider): Money {
  const { currency } = providerTerms[provider]
  return { amountMinor: priceIn(order, currency), currency }
}

function priceIn(order: OrderRow, currency: Currency): number {
  return currency === 'RUB' ? order.priceRubMinor : order.priceUsdMinor
}

/** The price a history shows: what was or would be charged, else the price in the reader's usual currency. */
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
