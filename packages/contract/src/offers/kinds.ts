export const maxOfferIdLength = 64
/** Of a code without the spaces around it. */
export const maxCodeLength = 64
export const codeCharacters = /^\P{Cc}*$/u

export const offerKinds = ['sale', 'bonus', 'code', 'gift'] as const
export const offerStates = ['running', 'scheduled', 'ended'] as const
export type OfferState = (typeof offerStates)[number]
/** Of players whom an offer is for. */
export const offerAudiences = ['everyone', 'first-purchase', 'paying', 'returning'] as const
export type OfferAudience = (typeof offerAudiences)[number]
/** `over`: paid after the reservation had been released. */
export const offerUseStates = ['reserved', 'used', 'released', 'over'] as const
