export {
  type OfferAudience,
  offerAudiences,
  offerKinds,
  offerStates,
  offerUseStates,
} from '../offers/kinds.ts'

/** Values of the console. It imports them from here: shapes and routes would bring zod into its bundle. */

/** Ended by hand or by a change of the operator's access; after 12 hours; after an hour without use. */
export const sessionEnds = ['ended', 'expired', 'idle'] as const
export type SessionEnd = (typeof sessionEnds)[number]

export const itemPlaces = [
  ...(['delivering', 'undelivered', 'granted', 'partly-consumed'] as const),
  ...(['frozen', 'consumed', 'revoked'] as const),
] as const
export const scoreStates = ['shown', 'reported', 'hidden'] as const
