import { type Currency, currencies } from '@playhub/contract'
import { DAY_MS } from '../../platform/clock.ts'
import type { Item } from '../content.ts'
import type { Price } from '../fields.ts'
import { type Offering, quote } from '../offers/quote.ts'

/** A price on the public list from an instant on. */
export type PricePoint = { since: number; price: Price }
export type PointsByItem = Map<string, PricePoint[]>

const windowMs = 30 * DAY_MS

/** The prices that the list takes on after one instant, until and at another one. */
export function listPointsBetween(
  item: Item,
  offering: Offering,
  after: number,
  until: number,
): PricePoint[] {
  const points: PricePoint[] = []
  let { validUntil: since } = quote(item, offering, null, after)
  while (since !== null && since <= until) {
    const { price, validUntil } = quote(item, offering, null, since)
    points.push({ since, price })
    since = validUntil
  }
  return points
}

/**
 * Adds a point to those of its item, which are in order.
 * @returns  false when the item has this price already
 */
export function addPoint(points: PointsByItem, itemId: string, point: PricePoint): boolean {
  const known = points.get(itemId) ?? []
  const before = known.findLastIndex(({ since }) => since <= point.since)
  const inForce = known[before]
  if (inForce && isEqual(inForce.price, point.price)) return false
  // A price that another one follows at the same instant has never been charged.
  const isReplaced = inForce?.since === point.since
  known.splice(isReplaced ? before : before + 1, isReplaced ? 1 : 0, point)
  points.set(itemId, known)
  return true
}

const isEqual = (one: Price, other: Price) =>
  currencies.every((currency) => one[currency] === other[currency])

type Question = {
  item: Pick<Item, 'id' | 'price'>
  /** What it costs now. */
  price: Price
  /** Until when to look for a price that the list does not have, such as a player's own. */
  before: number
}

/**
 * The lowest price of 30 days: those before the item came to its price, for each currency. Where no point tells the
 * price at their beginning, it was that of the content.
 */
export function findLowest(points: readonly PricePoint[], { item, price, before }: Question): Price {
  const lowest: Price = {}
  for (const currency of currencies) {
    const listMinor = item.price[currency]
    if (listMinor === undefined) continue
    const end = findStart(points, currency, price[currency]) ?? before
    const first = points.findLastIndex(({ since }) => since <= end - windowMs)
    const charged = points.slice(Math.max(first, 0)).filter(({ since }) => since < end)
    const amounts = charged.flatMap((point) => point.price[currency] ?? [])
    lowest[currency] = Math.min(...amounts, ...(first < 0 || amounts.length === 0 ? [listMinor] : []))
  }
  return lowest
}

/** When the list came to its last price; undefined when that is another one. */
function findStart(
  points: readonly PricePoint[],
  currency: Currency,
  amountMinor: number | undefined,
): number | undefined {
  const other = points.findLastIndex((point) => point.price[currency] !== amountMinor)
  return points[other + 1]?.since
}
