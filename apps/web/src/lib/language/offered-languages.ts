import { type OfferedLanguages, shippedOffer } from '@playhub/contract/languages'

/** The languages of the hub, the version of the texts of those that the content adds, and the name that texts contain. */
type Offer = OfferedLanguages & { textsVersion: string; brand: string }

let offer: Offer = { ...shippedOffer, textsVersion: '', brand: '' }

/** In the browser, for code outside of components. */
export function offeredLanguages(): Offer {
  return offer
}

export function setOfferedLanguages(next: Offer): void {
  offer = next
}
