/** What the control API and the people page know of a payment, whoever provides it. */
export interface PaymentView {
  provider: string
  id: string
  hubPaymentId: string | null
  amountMinor: number
  currency: string
  status: string
}

export interface PaymentDetails extends PaymentView {
  description: string | null
  createdAt: string
  /** Outcomes that can be ordered now. */
  outcomes: Outcome[]
  refundedMinor: number
  disputed: boolean
}

export const outcomes = ['succeed', 'decline', 'abandon', 'refund', 'dispute'] as const
export type Outcome = (typeof outcomes)[number]

/**
 * How the hub learns of an outcome.
 * - `send`: the provider's signed webhook, `deliveries` times, after `delayMs`.
 * - `drop`: it happens and nobody tells the hub.
 * - `forge`: nothing happens, yet a webhook with the body of the outcome and a wrong signature arrives.
 */
export interface Telling {
  deliveries: number
  delayMs: number
  webhook: 'send' | 'drop' | 'forge'
}

export const asUsual: Telling = { deliveries: 1, delayMs: 0, webhook: 'send' }

/** One payment company of the outside world. Each lives in a folder of its own. */
export interface PaymentProvider {
  readonly name: string
  /** Newest first. */
  payments(limit?: number): PaymentView[]
  details(limit: number): PaymentDetails[]
  /**
   * Makes an outcome happen. Finds the payment by its own id, else by the hub's.
   * @returns undefined when the payment is not of this provider
   * @throws OutcomeRefused  when the payment is in no state for it
   */
  decide(id: string, outcome: Outcome, telling: Telling): PaymentView | undefined
}

export class OutcomeRefused extends Error {}
