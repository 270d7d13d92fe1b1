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
  /** How old the signature claims to be. */
  ageMs?: number
}

export const asUsual: Telling = { deliveries: 1, delayMs: 0, webhook: 'send' }

/** An order to tell once more what was told before. */
export interface Replay {
  /** The beginning of the event's name; empty for the latest of any. */
  event: string
  deliveries: number
  delayMs: number
  ageMs?: number
}

/** What shall go wrong with one payment. What is not named goes as it should. */
export interface Rig {
  /** Another sum, currency, shop or mode than was asked for, as the provider's own API tells them. */
  amountMinor?: number
  currency?: string
  shop?: 'other'
  mode?: 'live'
  /** The buyer's money is only held, as in a shop that charges in two steps. */
  hold?: boolean
  /** How the next refunds end: `fail` after a while, `refuse` at once; `pend` holds them until rigged otherwise. */
  refunds?: 'succeed' | 'pend' | 'fail' | 'refuse'
  /** What the cash register does; `pend` holds as above. */
  receipts?: 'register' | 'pend' | 'fail'
  /** How the hub is told of what the buyer and the hub itself do. */
  deliveries?: number
  delayMs?: number
  webhook?: 'send' | 'drop'
}

export interface ListedPayment {
  view: PaymentView
  createdAtMs: number
}

/** One payment company of the outside world. Each lives in a folder of its own. */
export interface PaymentProvider {
  readonly name: string
  /** Newest first. */
  payments(limit?: number): ListedPayment[]
  details(limit: number): PaymentDetails[]
  /** The payment of that id, or the latest of the hub's payment of that id. */
  find(id: string): ListedPayment | undefined
  /**
   * Makes an outcome happen.
   * @param id  the provider's own, as `find` tells it; so it is below
   * @throws OutcomeRefused  when the payment is in no state for it
   */
  decide(id: string, outcome: Outcome, telling: Telling): PaymentView
  /** @throws OutcomeRefused  when nothing of the kind was told */
  replay(id: string, replay: Replay): PaymentView
  /** @throws OutcomeRefused  for what the provider does not have */
  rig(id: string, rig: Rig): PaymentView
}

/** How the hub hears of what happens to a payment by itself. */
export function tellingOf({ deliveries = 1, delayMs = 0, webhook = 'send' }: Rig): Telling {
  return { deliveries, delayMs, webhook }
}

export class OutcomeRefused extends Error {}

/** The latest of what a provider keeps in the order of its making, newest first. */
export function newestOf<T>(kept: ReadonlyMap<string, T>, limit?: number): T[] {
  const all = [...kept.values()]
  return (limit === undefined ? all : all.slice(-limit)).reverse()
}
