import { type OfferedLanguages, shippedOffer } from '@playhub/contract/languages'

/** The languages of the hub, and the version of the texts of those that the content adds. */
type Offer = OfferedLanguages & { textsVersion: string }

let offer: Offer = { ...shippedOffer, textsVersion: '' }

/** In the browser, for code outside of components. */
export function offeredLanguages(): Offer {
  return offer
}

export function setOfferedLanguages(next: Offer): void {
  offer = next
}
