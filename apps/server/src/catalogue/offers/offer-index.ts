import type { Offer } from './offer-fields.ts'

type Index = { byId: Map<string, Offer>; byItem: Map<string, Offer[]>; ofAll: Offer[] }

/** By the offers of a project, which a change of the content replaces as a whole. */
const indexes = new WeakMap<readonly Offer[], Index>()

/** The offers that concern an item, in the order of the file. Gifts are claimed, and change no price. */
export function listOffers(offers: readonly Offer[], itemId: string): readonly Offer[] {
  const { byItem, ofAll } = getIndex(offers)
  return byItem.get(itemId) ?? ofAll
}

export const findOffer = (offers: readonly Offer[], id: string): Offer | undefined =>
  getIndex(offers).byId.get(id)

const getIndex = (offers: readonly Offer[]) => indexes.get(offers) ?? createIndex(offers)

function createIndex(offers: readonly Offer[]): Index {
  const byItem = new Map<string, Offer[]>()
  const ofAll: Offer[] = []
  for (const offer of offers.filter(({ kind }) => kind !== 'gift')) {
    if (offer.items === 'all') {
      for (const one of [ofAll, ...byItem.values()]) one.push(offer)
      continue
    }
    for (const itemId of new Set(offer.items)) {
      const known = byItem.get(itemId) ?? [...ofAll]
      known.push(offer)
      byItem.set(itemId, known)
    }
  }
  const index = { byId: new Map(offers.map((offer) => [offer.id, offer])), byItem, ofAll }
  indexes.set(offers, index)
  return index
}
