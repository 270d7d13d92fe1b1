import { type OfferedLanguages, shippedOffer } from '@playhub/contract/languages'

/** The hub's languages, the version of the content's messages, and the name inside messages. */
type Offer = OfferedLanguages & { textsVersion: string; brand: string }

let offer: Offer = { ...shippedOffer, textsVersion: '', brand: '' }

/** The offer in the browser, for code outside components. */
export function offeredLanguages(): Offer {
  return offer
}

export function setOfferedLanguages(next: Offer): void {
  offer = next
}
