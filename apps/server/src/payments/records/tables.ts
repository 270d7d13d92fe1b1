import type { Currency, InterfaceLanguage, Money, OrderStatus, PaymentProvider } from '@playhub/contract'
import type { LocalizedText } from '../../catalogue/index.ts'
import type { FiscalNumbers } from '../provider.ts'

declare module '../../platform/database/database.ts' {
  interface Tables {
    orders: OrderRow
    attempts: AttemptRow
    providerEvents: ProviderEventRow
    purchases: PurchaseRow
    refunds: RefundRow
    disputes: DisputeRow
    webhooks: WebhookRow
    webhookDeliveries: WebhookDeliveryRow
    pausedProjects: PausedProjectRow
    receipts: ReceiptRow
  }
}

/** What a player ordered, with its title and price at that moment. */
export type OrderRow = {
  /** The specification's payment id. */
  id: string
  playerId: string
  project: string
  itemId: string
  /** The item's titles as JSON, by language; null in orders from before the hub had other languages than these two. */
  titles: string | null
  titleRu: string
  titleEn: string
  /** Null when the item was not sold for roubles. At least one price is there. */
  priceRubMinor: number | null
  priceUsdMinor: number | null
  /** The player's language when ordering; emails about the order use it. */
  language: InterfaceLanguage
  status: OrderStatus
  /** The provider chosen last and what it charges; null until one is chosen. */
  provider: PaymentProvider | null
  currency: Currency | null
  amountMinor: number | null
  createdAt: number
  /** When payment was first started; null if it never was. */
  startedAt: number | null
  paidAt: number | null
  /** The attempt that paid the order. */
  paidAttemptId: string | null
  /** Succeeded refunds and lost disputes in total. */
  refundedMinor: number
  /** The item's id while this is the player's only order for a one-time item; null for all other orders. */
  onceItem: string | null
  /** The item's id while this is the player's only unpaid order for it; null for game servers' orders and once paid. */
  openItem: string | null
  /** JSON: the game team's own data. */
  metadata: string
  /** How often the player cancelled. A checkout that began before the latest cancellation opens nothing. */
  cancelCount: number
  /** When an operator's decision closed the unpaid order. Nothing pays a closed order: its money is returned. */
  closedAt: number | null
  /** JSON: the number of the latest call by each payment screen; null before the first call with a number. */
  screenCalls: string | null
}

export type AttemptState = 'open' | 'succeeded' | 'failed' | 'cancelled'

/** One try at paying an order at a provider. */
export type AttemptRow = {
  /** Also the provider's idempotency key. */
  id: string
  orderId: string
  provider: PaymentProvider
  /** Null until the response to the create call is known. */
  providerPaymentId: string | null
  amountMinor: number
  currency: Currency
  state: AttemptState
  /** Sent to the provider: a repeated create call must be identical. */
  receiptEmail: string | null
  /** Such as "Visa •••• 4242". */
  paidWith: string | null
  /** Why the provider's data contradicts ours; an operator must review it. */
  reviewReason: string | null
  checkedAt: number
  nextCheckAt: number
  createdAt: number
  closedAt: number | null
  /**
   * When the player left it for another provider while it could still be paid. Null again once the provider has closed
   * it.
   */
  supersededAt: number | null
  /** When the hub asked its provider to cancel it: if it fails after that, it was cancelled. */
  cancelRequestedAt: number | null
  /** When its charge is next compared with the provider's totals; null while unpaid and after the last comparison. */
  nextTotalsCheckAt: number | null
  /** When reconciliation settled it, because neither an event nor the browser did; null for all others. */
  reconciledAt: number | null
}

/** An event from a provider, as received. */
export type ProviderEventRow = {
  id: string
  provider: PaymentProvider
  /** Unique per provider and event; a repeated delivery has the same key. */
  eventKey: string
  kind: string
  providerPaymentId: string | null
  raw: string
  receivedAt: number
}

/** `frozen`: all the money is being refunded, or it is disputed. `revoked`: it was refunded or lost. */
export type UnconsumedState = 'granted' | 'frozen' | 'revoked'
export type PurchaseState = UnconsumedState | 'consumed'

/** What the player owns until the game consumes it. */
export type PurchaseRow = {
  id: string
  orderId: string
  playerId: string
  project: string
  itemId: string
  state: PurchaseState
  createdAt: number
  consumedAt: number | null
  /** What an operator has decided, which refunds and disputes do not change; null for all others. */
  decidedState: DecidedState | null
}

export type DecidedState = 'granted' | 'revoked'

/** `provider`: made in the provider's dashboard. `hub`: refunds a second charge. */
export type RefundRequester = 'game' | 'operator' | 'hub' | 'provider'

export type RefundState = 'pending' | 'succeeded' | 'failed'

/** Unless it failed, a refund reduces what may still be refunded. */
export type RefundRow = {
  /** Also the provider's idempotency key. */
  id: string
  orderId: string
  attemptId: string
  /** The requester's idempotency key. */
  requestKey: string
  amountMinor: number
  currency: Currency
  reason: string
  requestedBy: RefundRequester
  state: RefundState
  /** Null until the provider's response is known, and for a refund that was only found in its totals. */
  providerRefundId: string | null
  /** The last error. */
  error: string | null
  createdAt: number
  /** When the request was first sent to the provider; from then on it may have been executed. */
  sentAt: number | null
  /** Null when no further check is needed. */
  nextCheckAt: number | null
  settledAt: number | null
  mailedAt: number | null
}

export type DisputeState = 'open' | 'won' | 'lost'

/** A chargeback that the buyer's bank has opened. */
export type DisputeRow = {
  id: string
  orderId: string
  attemptId: string
  providerDisputeId: string
  amountMinor: number
  currency: string
  /** The provider's reason code. */
  reason: string
  state: DisputeState
  openedAt: number
  /** Deadline for evidence; null when the provider does not tell. */
  dueBy: number | null
  settledAt: number | null
  /** Null once settled. */
  nextCheckAt: number | null
}

type WebhookState = 'waiting' | 'delivered' | 'dead'

/** A signed message to a game server. */
export type WebhookRow = {
  /** Every delivery's `webhook-id`. */
  id: string
  orderId: string
  project: string
  playerId: string
  type: string
  /** Tells apart webhooks for one order and type: which refund or dispute reached which state. Empty for payments. */
  subject: string
  /** JSON, identical in every delivery. */
  body: string
  state: WebhookState
  attempts: number
  lastError: string | null
  /** 0: at once. */
  nextTryAt: number
  /** One hub delivers it until then. */
  leasedUntil: number
  createdAt: number
  deliveredAt: number | null
  /** Who asked for the next delivery; null when it is due by itself. */
  resentBy: 'operator' | 'game' | null
}

/** One try to deliver a webhook. */
export type WebhookDeliveryRow = {
  /** Made of `at`, so that ids sort by it. */
  id: string
  /** A test's own id when the origin is `test`. */
  webhookId: string
  project: string
  at: number
  durationMs: number
  /** HTTP status; null when there was no response. */
  status: number | null
  error: string | null
  /** Beginning of a response that was not 2xx, at most 2 KB. */
  response: string | null
  origin: 'schedule' | 'operator' | 'game' | 'test'
}

/** A project whose webhooks are queued instead of sent. */
export type PausedProjectRow = {
  project: string
  since: number
  by: string
  reason: string | null
}

export type ReceiptRow = {
  id: string
  orderId: string
  number: string
  /** `ReceiptContent` as JSON, fixed on creation: renaming a seller or a game does not change a receipt. */
  content: string
  email: string | null
  mailedAt: number | null
  createdAt: number
}

/** A receipt's content on the payment day. */
export type ReceiptContent = {
  number: string
  /** The player's; absent in receipts that are in Russian and English. */
  language?: InterfaceLanguage
  paymentId: string
  seller: { name: LocalizedText; address: LocalizedText; taxId: string; email: string }
  game: LocalizedText
  item: LocalizedText
  /** Absent in older receipts. */
  itemId?: string
  total: Money
  provider: PaymentProvider
  /** "Visa •••• 4242"; null when the provider does not tell. */
  paidWith: string | null
  /** The provider's fiscal receipt (54-FZ), where it registered one. */
  fiscal?: FiscalNumbers | null
  orderedAt: number
  paidAt: number
  /** Refunds so far, oldest first. Added when the receipt is rendered. */
  refunds?: { amountMinor: number; refundedAt: number }[]
}
