import type { Cancellation } from './records.ts'

export interface CardBehaviour {
  decline: Cancellation | null
  requires3ds: boolean
}

const succeeds: CardBehaviour = { decline: null, requires3ds: false }
const declinedBy = (party: Cancellation['party'], reason: string): CardBehaviour => ({
  decline: { party, reason },
  requires3ds: false,
})

/** YooKassa's test cards by behaviour. */
const numbersByBehaviour: [CardBehaviour, string][] = [
  [succeeds, '5555555555554444 4111111111111111 2202474301322987 6759649826438453'],
  [{ decline: null, requires3ds: true }, '5555555555554477 2200000000000004'],
  [declinedBy('payment_network', '3d_secure_failed'), '5555555555554592 4839665499603842 2200000000000012'],
  [declinedBy('payment_network', 'call_issuer'), '5555555555554535 4926946416239025 2200000000000020'],
  [declinedBy('payment_network', 'card_expired'), '5555555555554543 4141435412630840 2200000000000038'],
  [declinedBy('payment_network', 'fraud_suspected'), '5555555555554568 4483274282299972 2200000000000046'],
  [declinedBy('payment_network', 'general_decline'), '5555555555554527 4889971706588753 2202202212312379'],
  [declinedBy('payment_network', 'insufficient_funds'), '5555555555554600 4562265587712390 2200000000000053'],
  [
    declinedBy('payment_network', 'invalid_card_number'),
    '5555555555554618 4951017853630544 2201382000000013',
  ],
  [declinedBy('payment_network', 'invalid_csc'), '5555555555554626 4194180666146368 2200770212727079'],
  [declinedBy('payment_network', 'issuer_unavailable'), '5555555555554501 4654130848359150 2201382000000021'],
  [
    declinedBy('payment_network', 'payment_method_limit_exceeded'),
    '5555555555554576 4565231022577548 2201382000000039',
  ],
  [
    declinedBy('payment_network', 'payment_method_restricted'),
    '5555555555554550 4233961169071671 2201382000000047',
  ],
  [declinedBy('yoo_money', 'country_forbidden'), '5555555555554584 4969751510013864 2201382000000054'],
  [declinedBy('yoo_money', 'fraud_suspected'), '5555555555554634 4119098878796485 2201696981989955'],
]

const testCards = new Map(
  numbersByBehaviour.flatMap(([behaviour, numbers]) =>
    numbers.split(' ').map((number) => [number, behaviour] as const),
  ),
)

/** A test shop declines real cards. */
const unknownCard = declinedBy('yoo_money', 'payment_method_restricted')

export const succeedingCard = { number: '5555555555554444', expMonth: '12', expYear: '34' }
export const generalDecline: Cancellation = { party: 'payment_network', reason: 'general_decline' }
export const failed3ds: Cancellation = { party: 'payment_network', reason: '3d_secure_failed' }

export function getBehaviour(number: string): CardBehaviour {
  return testCards.get(number) ?? unknownCard
}

/** Mir cards are Russian; YooKassa reports its other test cards as American. */
export function toIssuerCountry(first6: string): string {
  return first6.startsWith('220') ? 'RU' : 'US'
}

export function toCardType(first6: string): string {
  if (first6.startsWith('4')) return 'Visa'
  if (first6.startsWith('220')) return 'Mir'
  return /^(5[1-5]|2[2-7])/.test(first6) ? 'MasterCard' : 'Unknown'
}
