import type { OfferAudience } from '@playhub/contract/operator/constants'
import type { Facts } from './quote.ts'

/** A player whom offers for an audience are for, to show pages as this player sees them. Null is a guest. */
export function createFacts(audience: OfferAudience, now: number): Facts | null {
  switch (audience) {
    case 'first-purchase':
      return { hasPaid: false, lastVisitAt: null }
    case 'paying':
      return { hasPaid: true, lastVisitAt: now }
    case 'returning':
      return { hasPaid: true, lastVisitAt: 0 }
    default:
      return null
  }
}
