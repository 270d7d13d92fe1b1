import type { Price } from '../fields.ts'
import type { Audience, Offer, Quantities } from './offer-fields.ts'

/** An offer as the quote reads it. All have the same fields, which makes a thousand of them several times cheaper. */
export type IndexedOffer = {
  id: string
  from: number
  until: number
  /** The one audience that needs no facts. */
  isForEveryone: boolean
  audience: Audience | 'code'
  percent: number | undefined
  price: Price | undefined
  adds: Quantities | undefined
  stacks: boolean
}

type Index = {
  byId: Map<string, Offer>
  byItem: Map<string, IndexedOffer[]>
  ofAll: IndexedOffer[]
}

/** By the offers of a project, which a change of the content replaces as a whole. */
const indexes = new WeakMap<readonly Offer[], Index>()

/** The offers that concern an item, in the order of the file. */
export function listOffers(offers: readonly Offer[], itemId: string): readonly IndexedOffer[] {
  const { byItem, ofAll } = getIndex(offers)
  return byItem.get(itemId) ?? ofAll
}

export const findOffer = (offers: readonly Offer[], id: string): Offer | undefined =>
  getIndex(offers).byId.get(id)

const getIndex = (offers: readonly Offer[]) => indexes.get(offers) ?? createIndex(offers)

function createIndex(offers: readonly Offer[]): Index {
  const byItem = new Map<string, IndexedOffer[]>()
  const ofAll: IndexedOffer[] = []
  for (const offer of offers) {
    const indexed = toIndexed(offer)
    if (!indexed) continue
    if (offer.items === 'all') {
      for (const one of [ofAll, ...byItem.values()]) one.push(indexed)
      continue
    }
    for (const itemId of new Set(offer.items)) {
      const known = byItem.get(itemId) ?? [...ofAll]
      known.push(indexed)
      byItem.set(itemId, known)
    }
  }
  const index = { byId: new Map(offers.map((offer) => [offer.id, offer])), byItem, ofAll }
  indexes.set(offers, index)
  return index
}

/** Undefined for gifts, which are claimed and change no price. */
function toIndexed(offer: Offer): IndexedOffer | undefined {
  if (offer.kind === 'gift') return undefined
  const { id, from = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY } = offer
  return {
    id,
    from,
    until,
    isForEveryone: offer.kind !== 'code' && offer.for === 'everyone',
    audience: offer.kind === 'code' ? 'code' : offer.for,
    percent: offer.kind === 'bonus' ? undefined : offer.percent,
    price: offer.kind === 'bonus' ? undefined : offer.price,
    adds: offer.kind === 'sale' ? undefined : offer.adds,
    stacks: offer.kind === 'code' && offer.stacks,
  }
}
