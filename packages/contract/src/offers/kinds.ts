export const offerKinds = ['sale', 'bonus', 'code', 'gift'] as const
export const offerStates = ['running', 'scheduled', 'ended'] as const
export type OfferState = (typeof offerStates)[number]
/** Of players whom an offer is for. */
export const offerAudiences = ['everyone', 'first-purchase', 'paying', 'returning'] as const
export type OfferAudience = (typeof offerAudiences)[number]
/** `over`: paid after the reservation had been released. */
export const offerUseStates = ['reserved', 'used', 'released', 'over'] as const
