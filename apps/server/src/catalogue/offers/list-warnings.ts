import { currencies } from '@playhub/contract'
import type { OfferWarning } from '@playhub/contract/operator/sentences/offers'
import { dayIn } from '../../platform/time-zone.ts'
import type { Item, Project } from '../content.ts'
import { smallestCharge } from '../fields.ts'
import type { Offer, OfferOf } from './offer-fields.ts'
import { type Rounding, reduce } from './quote.ts'

type PriceOffer = OfferOf<'sale' | 'code'>
type Terms = { rounding: Rounding; zone: string; now: number }

const maxWarnings = 50
/** Of more, pairs are not compared: the editor waits for the result. */
const maxCompared = 200

/** Mistakes that a valid offer may have. Offers that have ended are left out. */
export function listOfferWarnings({ items, offers }: Project, terms: Terms): OfferWarning[] {
  const open = offers.filter(({ until }) => until === undefined || until > terms.now)
  const priced = open.filter(isPriced)
  const pairs = priced.length > maxCompared ? [] : listPairs(priced)
  return [
    ...open.flatMap((offer) => checkEnd(offer, terms)),
    ...priced.flatMap((offer) => checkPrice(offer, items, terms)),
    ...pairs.flatMap(([one, other]) => checkOverlap(one, other, items)),
    ...priced.flatMap((offer) => checkLoss(offer, pairs, items, terms)),
  ].slice(0, maxWarnings)
}

const warn = (
  name: OfferWarning['code'] extends `offer-warning.${infer Name}` ? Name : never,
  params: OfferWarning['params'],
): OfferWarning => ({ code: `offer-warning.${name}`, params })

const isPriced = (offer: Offer): offer is PriceOffer =>
  (offer.kind === 'sale' || offer.kind === 'code') &&
  (offer.percent !== undefined || offer.price !== undefined)

const listNamed = (offer: Offer, items: readonly Item[]) =>
  offer.items === 'all' ? items : items.filter(({ id }) => offer.items.includes(id))

/** Nobody is there to see what comes after it. */
function checkEnd({ id, until }: Offer, { zone }: Terms): OfferWarning[] {
  if (until === undefined) return []
  // The last moment: an end at midnight belongs to the day before.
  const weekday = new Date(`${dayIn(zone, until - 1)}T00:00:00Z`).getUTCDay()
  return weekday === 0 || weekday === 6 ? [warn('weekend', { offer: id })] : []
}

function checkPrice(offer: PriceOffer, items: readonly Item[], { rounding }: Terms): OfferWarning[] {
  for (const { id, price } of listNamed(offer, items))
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

type Pair = readonly [PriceOffer, PriceOffer]

/** Pairs that run at the same time for some players. */
const listPairs = (offers: readonly PriceOffer[]): Pair[] =>
  offers.flatMap((one, index) =>
    offers.slice(index + 1).flatMap((other) => (isAtOnce(one, other) ? [[one, other] as const] : [])),
  )

const start = ({ from = 0 }: Offer) => from
const end = ({ until = Number.POSITIVE_INFINITY }: Offer) => until
const isAtOnce = (one: Offer, other: Offer) => start(one) < end(other) && start(other) < end(one)

/** A code is meant to meet a sale. */
function checkOverlap(one: PriceOffer, other: PriceOffer, items: readonly Item[]): OfferWarning[] {
  if (one.kind !== 'sale' || other.kind !== 'sale') return []
  const shared = listNamed(one, items).find(({ id }) => other.items === 'all' || other.items.includes(id))
  return shared ? [warn('overlap', { offer: one.id, other: other.id, item: shared.id })] : []
}

/** Another offer for everybody covers its time, and is cheaper for all of its items. */
function checkLoss(
  offer: PriceOffer,
  pairs: readonly Pair[],
  items: readonly Item[],
  { rounding, now }: Terms,
): OfferWarning[] {
  if (offer.kind === 'code' && offer.stacks) return []
  const named = listNamed(offer, items)
  const covers = (other: PriceOffer) =>
    other.kind === 'sale' &&
    other.for === 'everyone' &&
    (start(other) <= start(offer) || start(other) <= now) &&
    end(other) >= end(offer) &&
    named.every((item) => isCheaper(other, offer, item, rounding))
  const winner = pairs
    .flatMap(([one, other]) => (one === offer ? [other] : other === offer ? [one] : []))
    .find(covers)
  return winner ? [warn('loses', { offer: offer.id, other: winner.id })] : []
}

function isCheaper(other: PriceOffer, offer: PriceOffer, item: Item, rounding: Rounding): boolean {
  if (other.items !== 'all' && !other.items.includes(item.id)) return false
  return currencies.every((currency) => {
    const listMinor = item.price[currency]
    if (listMinor === undefined) return true
    const [theirs, own] = [other, offer].map((each) => reduce(listMinor, each, currency, rounding))
    return (theirs ?? 0) < (own ?? 0) || (theirs === own && other.id < offer.id)
  })
}
