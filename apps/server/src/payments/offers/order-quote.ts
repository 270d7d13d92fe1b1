/** A quote as an order stores it. */
import { currencies, type InterfaceLanguage, localText, type Metadata, type Money } from '@playhub/contract'
import type { Quote as ContractQuote, OrderLine } from '@playhub/contract/offers/shapes'
import type { Item, Offer, Quote } from '../../catalogue/index.ts'
import { HOUR_MS } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import { listLines, parseOfferIds } from '../records/order.ts'
import type { OrderRow } from '../records/tables.ts'
import type { PlannedUse } from './reserve.ts'

/** After the end of an offer, for players who are paying. */
export const keepsPriceMs = HOUR_MS

export type PricedOrder = Pick<Quote, 'list' | 'price' | 'lines' | 'offerIds' | 'validUntil'>

export type StoredQuote = Pick<
  OrderRow,
  | 'priceRubMinor'
  | 'priceUsdMinor'
  | 'listRubMinor'
  | 'listUsdMinor'
  | 'priceUntil'
  | 'lines'
  | 'offerIds'
  | 'codeId'
>

export function storeQuote(
  item: Item,
  { list, price, lines, offerIds }: Quote,
  { uses, offers }: { uses: readonly PlannedUse[]; offers: readonly Offer[] },
): StoredQuote {
  const isReduced = currencies.some((currency) => list[currency] !== price[currency])
  return {
    priceRubMinor: price.RUB ?? null,
    priceUsdMinor: price.USD ?? null,
    listRubMinor: (isReduced && list.RUB) || null,
    listUsdMinor: (isReduced && list.USD) || null,
    priceUntil: findPriceUntil(offers.filter(({ id }) => offerIds.includes(id))),
    lines: storeLines(item.id, lines),
    offerIds: uses.length === 0 ? null : JSON.stringify(offerIds),
    codeId: uses.find(({ codeId }) => codeId !== null)?.codeId ?? null,
  }
}

/** Until when the offers lower the price of an order; null for ever. */
export function findPriceUntil(offers: readonly Offer[]): number | null {
  const ends = offers.flatMap(({ until }) => until ?? [])
  return ends.length === 0 ? null : Math.min(...ends) + keepsPriceMs
}

/** Null for the item alone. */
export function storeLines(itemId: string, lines: readonly OrderLine[]): string | null {
  const [first, ...others] = lines
  const isItself = others.length === 0 && first?.itemId === itemId && first.quantity === 1
  return isItself ? null : JSON.stringify(lines)
}

type Ordering = { playerId: string; language: InterfaceLanguage; metadata?: Metadata | undefined }

/** An order that nothing locks and nobody has opened. */
export function newOrder(
  item: Item,
  priced: StoredQuote,
  { playerId, language, metadata }: Ordering,
  createdAt: number,
): OrderRow {
  return {
    id: newId(),
    playerId,
    project: item.project,
    itemId: item.id,
    titles: JSON.stringify(item.title),
    titleRu: localText(item.title, 'ru'),
    titleEn: localText(item.title, 'en'),
    language,
    status: 'none',
    provider: null,
    currency: null,
    amountMinor: null,
    createdAt,
    startedAt: null,
    paidAt: null,
    paidAttemptId: null,
    refundedMinor: 0,
    onceItem: null,
    openItem: null,
    metadata: JSON.stringify(metadata ?? {}),
    cancelCount: 0,
    closedAt: null,
    screenCalls: null,
    countryByNetwork: null,
    countryByCard: null,
    withdrawalWaiver: null,
    withdrawalMode: null,
    ...priced,
  }
}

export function toPricedOrder(order: OrderRow): PricedOrder {
  const price = toPrice(order.priceRubMinor, order.priceUsdMinor)
  const list = toPrice(order.listRubMinor, order.listUsdMinor)
  return {
    list: { ...price, ...list },
    price,
    lines: listLines(order),
    offerIds: parseOfferIds(order),
    validUntil: order.priceUntil,
  }
}

const toPrice = (RUB: number | null, USD: number | null): Quote['price'] => ({
  ...(RUB !== null && { RUB }),
  ...(USD !== null && { USD }),
})

export function refuseChangedPrice({ list, price, lines, offerIds, validUntil }: PricedOrder): Refusal {
  const quote: ContractQuote = { list: toMoney(list), price: toMoney(price), lines, offerIds, validUntil }
  return new Refusal('PRICE_CHANGED', { quote })
}

const toMoney = (price: Quote['price']): Money[] =>
  currencies.flatMap((currency) => {
    const amountMinor = price[currency]
    return amountMinor === undefined ? [] : [{ amountMinor, currency }]
  })
