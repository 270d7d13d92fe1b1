/**
 * The only place that computes a price. Pure: the same item, offers, facts and instant give the same quote everywhere, on the
 * price list and in the order.
 */
import { type Currency, currencies, type Money } from '@playhub/contract'
import { DAY_MS } from '../../platform/clock.ts'
import { type Price, smallestCharge } from '../fields.ts'
import type { Audience, Offer, Quantities } from './offer-fields.ts'
import { type IndexedOffer, listOffers } from './offer-index.ts'

export type PricedItem = { id: string; price: Price; contains?: Quantities | undefined }

/** What decides whom an offer is for. */
export type Facts = {
  /** Has paid an order of the project. */
  hasPaid: boolean
  /** The last play before the current visit; null for none. */
  lastVisitAt: number | null
  /** The offer of a code that the player has entered. */
  codeOffer?: string | undefined
  /** Offers that the player has used as often as they allow. */
  usedUp?: readonly string[] | undefined
  /** One-time items that the player keeps. Nothing adds them again. */
  owned?: readonly string[] | undefined
}

/** `rounding` of hub.yaml, in major units. */
export type Rounding = Partial<Record<Currency, number>>

export type Line = { itemId: string; quantity: number }

export type Quote = {
  /** Minor units by currency, without any offer. */
  list: Price
  /** What is charged. */
  price: Price
  /** What the player gets. */
  lines: Line[]
  /** Of the offers that this quote uses, by id. */
  offerIds: string[]
  /** When the reduction ends; null without one, or without an end. */
  endsAt: number | null
  /** When the quote may change next; null for never. */
  validUntil: number | null
}

type Reduction = { amountMinor: number; offer: IndexedOffer }

export type Offering = { offers: readonly Offer[]; rounding: Rounding }

/** @param facts  Null for a visitor whom the hub does not know. */
export function quote(
  item: PricedItem,
  { offers, rounding }: Offering,
  facts: Facts | null,
  now: number,
): Quote {
  const running: IndexedOffer[] = []
  let validUntil = Number.POSITIVE_INFINITY
  // A loop takes a quarter of the time of `filter`.
  for (const offer of listOffers(offers, item.id)) {
    if (offer.until <= now || !isFor(offer, facts, now)) continue
    validUntil = Math.min(validUntil, getBoundary(offer, now))
    if (isRunning(offer, now)) running.push(offer)
  }
  const winners = currencies.flatMap((currency) => {
    const found = findReductions(item.price[currency], currency, running, rounding)
    return found.map((reduction) => ({ ...reduction, currency }))
  })
  const price: Price = { ...item.price }
  // The stacked code comes after the winner whose price it lowers.
  for (const { amountMinor, currency } of winners) price[currency] = amountMinor
  const bonuses = running
    .filter((offer) => offer.adds)
    .map((offer) => ({ offer, adds: listAdded(offer, facts) }))
    .filter(({ adds }) => adds.length > 0)
  const used = [...winners, ...bonuses].map(({ offer }) => offer)
  const endsAt = Math.min(...winners.map(({ offer }) => offer.until))
  return {
    list: { ...item.price },
    price,
    lines: mergeLines([
      ...(item.contains ?? [{ item: item.id, quantity: 1 }]),
      ...bonuses.flatMap(({ adds }) => adds),
    ]),
    offerIds: [...new Set(used.map(({ id }) => id))].sort(),
    endsAt: toInstant(endsAt),
    validUntil: toInstant(validUntil),
  }
}

/**
 * The offers of which a price in one currency is made, whenever they run.
 * @param offers  Those that an order has used.
 * @returns  null when they make another price than this one
 */
export function listWinners(
  item: PricedItem,
  { offers, rounding }: Offering,
  { amountMinor, currency }: Money,
): string[] | null {
  const list = item.price[currency]
  const winners = findReductions(list, currency, listOffers(offers, item.id), rounding)
  if ((winners.at(-1)?.amountMinor ?? list) !== amountMinor) return null
  return winners.map(({ offer }) => offer.id)
}

type Times = Pick<Offer, 'from' | 'until'>

export function isRunning({ from, until }: Times, now: number): boolean {
  return (from === undefined || from <= now) && (until === undefined || now < until)
}

const listAdded = ({ adds = [] }: Pick<IndexedOffer, 'adds'>, facts: Facts | null): Quantities =>
  facts?.owned ? adds.filter(({ item }) => !facts.owned?.includes(item)) : adds

/** The next instant at which one of the offers begins or ends; null for none. */
export function findBoundary(offers: readonly Times[], now: number): number | null {
  return toInstant(
    offers.reduce((next, offer) => Math.min(next, getBoundary(offer, now)), Number.POSITIVE_INFINITY),
  )
}

/** Infinity for none. */
function getBoundary({ from, until }: Times, now: number): number {
  if (from !== undefined && from > now) return from
  return until !== undefined && until > now ? until : Number.POSITIVE_INFINITY
}

const toInstant = (time: number) => (Number.isFinite(time) ? time : null)

function isFor({ id, isForEveryone, audience }: IndexedOffer, facts: Facts | null, now: number): boolean {
  if (facts?.usedUp?.includes(id)) return false
  if (isForEveryone || !facts) return isForEveryone
  return audience === 'code' ? facts.codeOffer === id : isAudience(audience, facts, now)
}

export function isAudience(audience: Audience, facts: Facts | null, now: number): boolean {
  if (audience === 'everyone') return true
  if (!facts) return false
  if (audience === 'first-purchase') return !facts.hasPaid
  if (audience === 'paying') return facts.hasPaid
  return facts.lastVisitAt !== null && now - facts.lastVisitAt >= audience.returning.days * DAY_MS
}

/** The winner, and a code that stacks on its price. */
function findReductions(
  listMinor: number | undefined,
  currency: Currency,
  running: readonly IndexedOffer[],
  rounding: Rounding,
): Reduction[] {
  if (listMinor === undefined) return []
  const smallest = smallestCharge(currency)
  const apply = (fromMinor: number, offer: IndexedOffer): Reduction | undefined => {
    const amountMinor = reduce(fromMinor, offer, currency, rounding)
    return amountMinor < fromMinor && amountMinor >= smallest ? { amountMinor, offer } : undefined
  }
  let winner: Reduction | undefined
  for (const offer of running) if (!offer.stacks) winner = chooseLower(winner, apply(listMinor, offer))
  const stacked = running
    .filter(({ stacks }) => stacks)
    .map((offer) => apply(winner?.amountMinor ?? listMinor, offer))
  return [winner, ...stacked].filter((reduction) => reduction !== undefined)
}

/** Of equal prices, the first by id. */
function chooseLower(one: Reduction | undefined, other: Reduction | undefined): Reduction | undefined {
  if (!one || !other) return one ?? other
  const difference = other.amountMinor - one.amountMinor || (other.offer.id < one.offer.id ? -1 : 1)
  return difference < 0 ? other : one
}

/** @returns  minor units, perhaps more than before */
export function reduce(
  fromMinor: number,
  { percent, price }: { percent?: number | undefined; price?: Price | undefined },
  currency: Currency,
  rounding: Rounding,
): number {
  if (percent === undefined) return price?.[currency] ?? fromMinor
  const exact = roundHalfUp(fromMinor * (100 - percent), 100)
  const step = Math.round((rounding[currency] ?? 0) * 100)
  return step > 1 ? roundHalfUp(exact, step) * step : exact
}

/** Of integers, which floating point would round wrongly. */
const roundHalfUp = (dividend: number, divisor: number) =>
  Math.floor((2 * dividend + divisor) / (2 * divisor))

function mergeLines(quantities: Quantities): Line[] {
  const lines = new Map<string, number>()
  for (const { item, quantity } of quantities) lines.set(item, (lines.get(item) ?? 0) + quantity)
  return [...lines].map(([itemId, quantity]) => ({ itemId, quantity }))
}

/** What the parts of a bundle cost one by one, by the list; null for an item that is none. */
export function sumParts(item: PricedItem, findItem: (id: string) => PricedItem | undefined): Price | null {
  if (!item.contains) return null
  const parts = item.contains.map(({ item: id, quantity }) => ({
    price: findItem(id)?.price ?? {},
    quantity,
  }))
  const total: Price = {}
  for (const currency of currencies) {
    const amounts = parts.map(({ price, quantity }) => (price[currency] ?? Number.NaN) * quantity)
    const sum = amounts.reduce((all, one) => all + one, 0)
    if (!Number.isNaN(sum)) total[currency] = sum
  }
  return total
}
