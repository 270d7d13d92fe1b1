import type { Cancellation } from './records.ts'

export interface Temper {
  decline: Cancellation | null
  asksBuyer: boolean
}

const good: Temper = { decline: null, asksBuyer: false }
const refusedBy = (party: Cancellation['party'], reason: string): Temper => ({
  decline: { party, reason },
  asksBuyer: false,
})

/** The test cards of a test shop, by what they do. */
const numbers: [Temper, string][] = [
  [good, '5555555555554444 4111111111111111 2202474301322987 6759649826438453'],
  [{ decline: null, asksBuyer: true }, '5555555555554477 2200000000000004'],
  [refusedBy('payment_network', '3d_secure_failed'), '5555555555554592 4839665499603842 2200000000000012'],
  [refusedBy('payment_network', 'call_issuer'), '5555555555554535 4926946416239025 2200000000000020'],
  [refusedBy('payment_network', 'card_expired'), '5555555555554543 4141435412630840 2200000000000038'],
  [refusedBy('payment_network', 'fraud_suspected'), '5555555555554568 4483274282299972 2200000000000046'],
  [refusedBy('payment_network', 'general_decline'), '5555555555554527 4889971706588753 2202202212312379'],
  [refusedBy('payment_network', 'insufficient_funds'), '5555555555554600 4562265587712390 2200000000000053'],
  [refusedBy('payment_network', 'invalid_card_number'), '5555555555554618 4951017853630544 2201382000000013'],
  [refusedBy('payment_network', 'invalid_csc'), '5555555555554626 4194180666146368 2200770212727079'],
  [refusedBy('payment_network', 'issuer_unavailable'), '5555555555554501 4654130848359150 2201382000000021'],
  [
    refusedBy('payment_network', 'payment_method_limit_exceeded'),
    '5555555555554576 4565231022577548 2201382000000039',
  ],
  [
    refusedBy('payment_network', 'payment_method_restricted'),
    '5555555555554550 4233961169071671 2201382000000047',
  ],
  [refusedBy('yoo_money', 'country_forbidden'), '5555555555554584 4969751510013864 2201382000000054'],
  [refusedBy('yoo_money', 'fraud_suspected'), '5555555555554634 4119098878796485 2201696981989955'],
]

const testCards = new Map(
  numbers.flatMap(([temper, cards]) => cards.split(' ').map((number) => [number, temper] as const)),
)

/** Any other card is a real one, and those are not taken here. */
const stranger = refusedBy('yoo_money', 'payment_method_restricted')

export const goodCard = { number: '5555555555554444', expMonth: '12', expYear: '34' }
export const generalDecline: Cancellation = { party: 'payment_network', reason: 'general_decline' }
export const failed3ds: Cancellation = { party: 'payment_network', reason: '3d_secure_failed' }

export function temperOf(number: string): Temper {
  return testCards.get(number) ?? stranger
}

export function cardTypeOf(first6: string): string {
  if (first6.startsWith('4')) return 'Visa'
  if (first6.startsWith('220')) return 'Mir'
  return /^(5[1-5]|2[2-7])/.test(first6) ? 'MasterCard' : 'Unknown'
}
