import {
  type Currency,
  type LocalizedText,
  localText,
  type Metadata,
  type Money,
  type OrderStatus,
  type PaymentProvider,
  providerTerms,
} from '@playhub/contract'
import type { OrderLine } from '@playhub/contract/offers/shapes'
import type { FiscalTerms, SoldItem } from '../provider.ts'
import type { AttemptRow, OrderRow, WithdrawalWaiver } from './tables.ts'

/** An order paid by an attempt. Demo orders may be paid without one. */
export type PaidOrder = OrderRow & {
  paidAttemptId: string
  paidAt: number
  provider: PaymentProvider
  currency: Currency
  amountMinor: number
}

export function isPaid(order: OrderRow): order is PaidOrder {
  const { paidAttemptId, paidAt, provider, currency, amountMinor } = order
  return [paidAttemptId, paidAt, provider, currency, amountMinor].every((value) => value !== null)
}

/** What the hub stores for an order that no offer concerns. */
export const withoutOffers = {
  listRubMinor: null,
  listUsdMinor: null,
  priceUntil: null,
  lines: null,
  offerIds: null,
  codeId: null,
} as const satisfies Partial<OrderRow>

/**
 * Allowed transitions: `none → pending → paid
 * fail
 * none`. Arriving money counts in any unpaid state.
 */
const allowedBefore: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['none', 'fail', 'pending'],
  none: ['pending'],
  fail: ['pending'],
  paid: ['none', 'pending', 'fail'],
}

export function statusesBefore(status: OrderStatus): readonly OrderStatus[] {
  return allowedBefore[status]
}

/** The order's price in the provider's currency; null when it has none. */
export function findChargeAmount(order: OrderRow, provider: PaymentProvider): Money | null {
  return priceIn(order, providerTerms[provider].currency)
}

/** The order's prices, in dollars first. */
export function listPrices(order: OrderRow): Money[] {
  return [priceIn(order, 'USD'), priceIn(order, 'RUB')].filter((price) => price !== null)
}

/** The order's prices without offers, in dollars first. */
export function listPricesWithoutOffers(order: OrderRow): Money[] {
  return listPrices(order).map((price) => listPriceIn(order, price.currency) ?? price)
}

/** Null when the item was not sold in this currency. */
function priceIn(order: OrderRow, currency: Currency): Money | null {
  const amountMinor = currency === 'RUB' ? order.priceRubMinor : order.priceUsdMinor
  return amountMinor === null ? null : { amountMinor, currency }
}

/** The order's price in a currency without offers; null when none lowers it, or the item is not sold in it. */
export function listPriceIn(order: OrderRow, currency: Currency): Money | null {
  const amountMinor = currency === 'RUB' ? order.listRubMinor : order.listUsdMinor
  const charged = currency === 'RUB' ? order.priceRubMinor : order.priceUsdMinor
  return amountMinor === null || amountMinor === charged ? null : { amountMinor, currency }
}

/** The price in a history: the amount charged, else the price in the language's usual currency, else the other. */
export function shownPrice(order: OrderRow, language: string): Money {
  if (order.currency !== null && order.amountMinor !== null) {
    return { amountMinor: order.amountMinor, currency: order.currency }
  }
  const [usual, other] = language === 'ru' ? (['RUB', 'USD'] as const) : (['USD', 'RUB'] as const)
  const price = priceIn(order, usual) ?? priceIn(order, other)
  if (!price) throw new Error(`Order ${order.id} has no price`)
  return price
}

type Titles = Pick<OrderRow, 'titles' | 'titleRu' | 'titleEn'>

export function getTitle(order: Titles, language: string): string {
  return localText(parseTitles(order), language)
}

/** The item's titles by language when it was ordered. */
export function parseTitles({ titles, titleRu, titleEn }: Titles): LocalizedText {
  return titles === null ? { en: titleEn, ru: titleRu } : JSON.parse(titles)
}

export function parseMetadata({ metadata }: Pick<OrderRow, 'metadata'>): Metadata {
  return JSON.parse(metadata)
}

/** Null while the player has waived nothing. */
export function parseWaiver({
  withdrawalWaiver,
}: Pick<OrderRow, 'withdrawalWaiver'>): WithdrawalWaiver | null {
  return withdrawalWaiver === null ? null : JSON.parse(withdrawalWaiver)
}

/** What the player gets; empty for the item alone. */
export function parseLines({ lines }: Pick<OrderRow, 'lines'>): OrderLine[] {
  return lines === null ? [] : JSON.parse(lines)
}

export function listLines(order: Pick<OrderRow, 'lines' | 'itemId'>): OrderLine[] {
  const lines = parseLines(order)
  return lines.length > 0 ? lines : [{ itemId: order.itemId, quantity: 1 }]
}

export function parseOfferIds({ offerIds }: Pick<OrderRow, 'offerIds'>): string[] {
  return offerIds === null ? [] : JSON.parse(offerIds)
}

export function toMoney({ amountMinor, currency }: Pick<AttemptRow, 'amountMinor' | 'currency'>): Money {
  return { amountMinor, currency }
}

export function toSoldItem(order: OrderRow, attempt: Pick<AttemptRow, 'fiscalTerms'>): SoldItem {
  return { id: order.itemId, title: parseTitles(order), fiscal: parseFiscalTerms(attempt) }
}

export function parseFiscalTerms({ fiscalTerms }: Pick<AttemptRow, 'fiscalTerms'>): FiscalTerms | null {
  return fiscalTerms ? JSON.parse(fiscalTerms) : null
}

/** Whom and what a change to an order concerns, for the audit log. */
export function toConcerned({ id, project, playerId }: Pick<OrderRow, 'id' | 'project' | 'playerId'>) {
  return { orderId: id, project, playerId }
}
