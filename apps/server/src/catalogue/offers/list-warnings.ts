import { currencies } from '@playhub/contract'
import type { OfferWarning } from '@playhub/contract/operator/sentences/offers'
import { dayIn } from '../../platform/time-zone.ts'
import { smallestCharge } from '../fields.ts'
import type { Offer, OfferWithKind } from './offer-fields.ts'
import { type PricedItem, type Rounding, reduce } from './quote.ts'

type PriceOffer = OfferWithKind<'sale' | 'code'>
type Offered = { items: readonly PricedItem[]; offers: readonly Offer[] }
type Terms = { rounding: Rounding; zone: string; now: number }

const maxWarnings = 50
/** Of more, pairs are not compared: the editor waits for the result. */
const maxCompared = 200

/** An offer with those of the project's items that it names. */
type Named = { offer: PriceOffer; items: readonly PricedItem[]; ids: ReadonlySet<string> }

/** Mistakes that a valid offer may have. Offers that have ended are left out. */
export function listOfferWarnings({ items, offers }: Offered, terms: Terms): OfferWarning[] {
  const open = offers.filter(({ until }) => until === undefined || until > terms.now)
  const priced = open.filter(isPriced).map((offer) => nameItems(offer, items))
  const pairs = priced.length > maxCompared ? [] : listPairs(priced)
  return [
    ...open.flatMap((offer) => checkEnd(offer, terms)),
    ...priced.flatMap((named) => checkPrice(named, terms)),
    ...pairs.flatMap(checkOverlap),
    ...priced.flatMap((named) => checkLoss(named, pairs, terms)),
  ].slice(0, maxWarnings)
}

const warn = (
  name: OfferWarning['code'] extends `offer-warning.${infer Name}` ? Name : never,
  params: OfferWarning['params'],
): OfferWarning => ({ code: `offer-warning.${name}`, params })

const isPriced = (offer: Offer): offer is PriceOffer =>
  (offer.kind === 'sale' || offer.kind === 'code') &&
  (offer.percent !== undefined || offer.price !== undefined)

function nameItems(offer: PriceOffer, all: readonly PricedItem[]): Named {
  const wanted = new Set(offer.items)
  const items = offer.items === 'all' ? all : all.filter(({ id }) => wanted.has(id))
  return { offer, items, ids: new Set(items.map(({ id }) => id)) }
}

/** Nobody is there to see what comes after it. */
function checkEnd({ id, until }: Offer, { zone }: Terms): OfferWarning[] {
  if (until === undefined) return []
  // The last moment: an end at midnight belongs to the day before.
  const weekday = new Date(`${dayIn(zone, until - 1)}T00:00:00Z`).getUTCDay()
  return weekday === 0 || weekday === 6 ? [warn('weekend', { offer: id })] : []
}

function checkPrice({ offer, items }: Named, { rounding }: Terms): OfferWarning[] {
  for (const { id, price } of items)
    for (const currency of currencies) {
      const listMinor = price[currency]
      if (listMinor === undefined) continue
      const amountMinor = reduce(listMinor, offer, currency, rounding)
      const params = { offer: offer.id, item: id, price: { amountMinor, currency } }
      if (amountMinor < smallestCharge(currency)) return [warn('below-charge', params)]
      if (amountMinor >= listMinor) return [warn('not-lower', params)]
    }
  return []
}

type Pair = readonly [Named, Named]

/** Pairs that run at the same time for some players. */
const listPairs = (offers: readonly Named[]): Pair[] =>
  offers.flatMap((one, index) =>
    offers
      .slice(index + 1)
      .flatMap((other) => (isAtOnce(one.offer, other.offer) ? [[one, other] as const] : [])),
  )

const start = ({ from = 0 }: Offer) => from
const end = ({ until = Number.POSITIVE_INFINITY }: Offer) => until
const isAtOnce = (one: Offer, other: Offer) => start(one) < end(other) && start(other) < end(one)

/** A code is meant to meet a sale. */
function checkOverlap([one, other]: Pair): OfferWarning[] {
  if (one.offer.kind !== 'sale' || other.offer.kind !== 'sale') return []
  const shared = one.items.find(({ id }) => other.ids.has(id))
  return shared ? [warn('overlap', { offer: one.offer.id, other: other.offer.id, item: shared.id })] : []
}

/** Another offer for everybody covers its time, and is cheaper for all of its items. */
function checkLoss(named: Named, pairs: readonly Pair[], terms: Terms): OfferWarning[] {
  const { offer } = named
  if (offer.kind === 'code' && offer.stacks) return []
  const winner = pairs
    .flatMap(([one, other]) => (one === named ? [other] : other === named ? [one] : []))
    .find((other) => isAlwaysCheaper(other, named, terms))
  return winner ? [warn('loses', { offer: offer.id, other: winner.offer.id })] : []
}

function isAlwaysCheaper({ offer: other, ids }: Named, { offer, items }: Named, terms: Terms): boolean {
  const covers =
    other.kind === 'sale' &&
    other.for === 'everyone' &&
    (start(other) <= start(offer) || start(other) <= terms.now) &&
    end(other) >= end(offer)
  return covers && items.every((item) => ids.has(item.id) && isCheaper(other, offer, item, terms.rounding))
}

function isCheaper(other: PriceOffer, offer: PriceOffer, { price }: PricedItem, rounding: Rounding): boolean {
  return currencies.every((currency) => {
    const listMinor = price[currency]
    if (listMinor === undefined) return true
    const [theirs, own] = [other, offer].map((each) => reduce(listMinor, each, currency, rounding))
    return (theirs ?? 0) < (own ?? 0) || (theirs === own && other.id < offer.id)
  })
}
