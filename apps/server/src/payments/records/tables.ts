import type { Currency, InterfaceLanguage, Money, OrderStatus, PaymentProvider } from '@playhub/contract'
import type { LocalizedText } from '../../catalogue/index.ts'
import type { FiscalNumbers } from '../provider.ts'

declare module '../../platform/database/database.ts' {
  interface Tables {
    orders: OrderRow
    attempts: AttemptRow
    providerEvents: ProviderEventRow
    purchases: PurchaseRow
    furtherPurchases: FurtherPurchaseRow
    allPurchases: FurtherPurchaseRow
    offerUses: OfferUseRow
    codeBatches: CodeBatchRow
    offerCodes: OfferCodeRow
    refunds: RefundRow
    gifts: GiftRow
    disputes: DisputeRow
    webhooks: WebhookRow
    webhookDeliveries: WebhookDeliveryRow
    pausedProjects: PausedProjectRow
    webhookSecrets: WebhookSecretRow
    receipts: ReceiptRow
    closingReceipts: ClosingReceiptRow
    rememberedCards: RememberedCardRow
    providerCustomers: ProviderCustomerRow
  }
}

/** A player's order, with its title and price at that moment. */
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
  /** The paying attempt. */
  paidAttemptId: string | null
  /** Succeeded refunds and lost disputes in total. */
  refundedMinor: number
  /** The item's id while this is the player's only order for a one-time item; null for all other orders. */
  onceItem: string | null
  /** The item's id while this is the player's only unpaid order for it; null for game servers' orders and once paid. */
  openItem: string | null
  /** JSON: the game team's own data. */
  metadata: string
  /** Number of the player's cancellations. A checkout begun before the latest one opens nothing. */
  cancelCount: number
  /** When an operator's decision closed the unpaid order. Nothing pays a closed order: its money is returned. */
  closedAt: number | null
  /** JSON: the number of the latest call by each payment screen; null before the first call with a number. */
  screenCalls: string | null
  /** Country in which the proxy located the buyer's IP when the payment was started. */
  countryByNetwork: string | null
  /** The card's country, as the provider reports it; null until paid. */
  countryByCard: string | null
  /** `WithdrawalWaiver` as JSON; null while the player has waived nothing. */
  withdrawalWaiver: string | null
  /** As in force when the payment was last opened; null before, and in orders of earlier releases. */
  withdrawalMode: WithdrawalMode | null
  /** Prices without offers; null when no offer lowers the price. */
  listRubMinor: number | null
  listUsdMinor: number | null
  /** When an unpaid order's price ends; null for never. */
  priceUntil: number | null
  /** JSON, `OrderLine[]`: what the player gets; null for the item alone. */
  lines: string | null
  /** JSON: the ids of the offers and limits that the order uses; null without any. */
  offerIds: string | null
  codeId: string | null
}

/** `legal.withdrawal` of hub.yaml. */
export type WithdrawalMode = 'none' | 'waiver' | 'refund'

/** The player's waiver of the right to withdraw. */
export type WithdrawalWaiver = {
  at: number
  language: InterfaceLanguage
  /** As the player saw it. */
  text: string
  /** Of the text. */
  sha256: string
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
  /** `FiscalTerms` as JSON, for the same reason; null without a fiscal receipt and in older attempts. */
  fiscalTerms: string | null
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
  /** Instant of the hub's cancellation request: a later failure is a cancellation. */
  cancelRequestedAt: number | null
  /** When its charge is next compared with the provider's totals; null while unpaid and after the last comparison. */
  nextTotalsCheckAt: number | null
  /** When reconciliation found it, because neither an event nor the browser did; null for all others. */
  reconciledAt: number | null
  /** Country in which the proxy located the buyer's IP. */
  countryByNetwork: string | null
  /** `remember`: the card that pays is to be remembered; else the id of the remembered card to charge. Usually null. */
  card: string | null
}

/** A card that its player lets the hub charge again, with a press of Pay each time. The number is with the provider. */
export type RememberedCardRow = {
  id: string
  accountId: string
  provider: PaymentProvider
  /** The provider's reference, with which it can be charged. Never leaves the server. */
  providerMethodId: string
  /** Such as "Visa". */
  brand: string
  last4: string
  /** Month and year such as "12/2034"; null where the provider does not tell. */
  expires: string | null
  createdAt: number
  /** When its player removed it. The row goes once the provider has forgotten the card. */
  removedAt: number | null
}

/** An account's customer at a provider that remembers cards for customers. */
export type ProviderCustomerRow = { accountId: string; provider: PaymentProvider; customerId: string }

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

/** The player's until the game consumes it. */
export type PurchaseRow = {
  id: string
  orderId: string
  playerId: string
  project: string
  itemId: string
  state: PurchaseState
  createdAt: number
  consumedAt: number | null
  /** An operator's decision, which refunds and disputes do not change; null for all others. */
  decidedState: DecidedState | null
}

/** A further unit of an order of several: of a bundle, or with a bonus. `purchases` has the first one. */
export type FurtherPurchaseRow = PurchaseRow & { unit: number }

/**
 * `reserved` by an unpaid order, `used` by a paid one, or `released`. `over`: the order was paid after its reservation had
 * been released.
 */
export type OfferUseState = 'reserved' | 'used' | 'released' | 'over'

/** An order's use of an offer or of an item's limit. */
export type OfferUseRow = {
  id: string
  project: string
  /** For an item's limit `limit:` and the item's id. */
  offerId: string
  codeId: string | null
  playerId: string
  /** Taken by one order at a time: a number, the day of a gift, or the order's id where nothing limits. */
  slot: string
  orderId: string
  state: OfferUseState
  createdAt: number
}

/** Codes that were made together. */
export type CodeBatchRow = {
  id: string
  project: string
  offerId: string
  codes: number
  createdBy: string
  createdAt: number
  revokedAt: number | null
}

export type OfferCodeRow = {
  id: string
  batchId: string
  project: string
  offerId: string
  /** Of the code, which is nowhere stored. */
  hash: string
  /** Reserved uses included. */
  used: number
  useLimit: number
  revokedAt: number | null
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
  /** Null until the provider's response is known, and for a refund found only in its totals. */
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
  /** Name of the operator or shell account that asked; null for other requesters and in older refunds. */
  operator: string | null
  /** Null also for a shell account that is no operator. */
  operatorId: string | null
  /** The refund is sent then, and can be undone before; null for one that was never held. */
  heldUntil: number | null
  /** While the refund is held: what happens to the item once it is sent. Null before and after. */
  heldItem: HeldItem | null
  /** When the held refund was undone, which has failed then. */
  undoneAt: number | null
  /**
   * When the player withdrew from the contract; null for other refunds. It is held until the player confirms, and
   * `requestedBy` is `game`, because older releases know no player there.
   */
  declaredAt: number | null
  confirmedAt: number | null
}

export type HeldItem = 'keep' | 'take' | 'unchanged'

/** An item that an operator gave away without payment. */
export type GiftRow = {
  id: string
  orderId: string
  /** The full refund after which the buyer keeps the item; null for other gifts. */
  refundId: string | null
  operator: string
  operatorId: string | null
  currency: Currency
  /** The item's price; 0 when it was paid, or its refund counts. */
  amountMinor: number
  createdAt: number
}

export type DisputeState = 'open' | 'won' | 'lost'

/** A chargeback by the buyer's bank. */
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
  /** Null once decided. */
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
  /** Origin of the next delivery; null when it is due by itself. */
  resentBy: 'operator' | 'game' | null
}

/** One try to deliver a webhook. */
export type WebhookDeliveryRow = {
  /** Made of `at`, so ids sort by it. */
  id: string
  /** A test's own id when the origin is `test`. */
  webhookId: string
  project: string
  at: number
  durationMs: number
  /** HTTP status; null when there was no response. */
  status: number | null
  error: string | null
  /** Beginning of a failed response, at most 2 KB. */
  response: string | null
  origin: 'schedule' | 'operator' | 'game' | 'test'
}

/** A project whose webhooks are queued instead of sent. */
/** Signs a project's webhooks. */
export type WebhookSecretRow = {
  id: string
  project: string
  /** `whsec_` and base64. Readable, because the hub signs with it. */
  secret: string
  createdAt: number
  /** Null for the newest one. */
  endsAt: number | null
}

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

/**
 * `waiting`: for the delivery. `sent`: at the provider, or on the way there again. `refunded`: nothing is left to close, unless
 * a refund fails.
 */
export type ClosingReceiptState = 'waiting' | 'sent' | 'registered' | 'failed' | 'refunded'

/** The receipt by which an order's prepayment becomes a payment (54-FZ), filed when the order is paid. */
export type ClosingReceiptRow = {
  /** Also the provider's idempotency key. */
  id: string
  orderId: string
  state: ClosingReceiptState
  /** What was left of the charge when it was sent; null before. */
  amountMinor: number | null
  providerReceiptId: string | null
  /** Failed calls in a row. */
  tries: number
  /** The last error. */
  error: string | null
  createdAt: number
  /** When the delivery was known and the amount fixed. */
  sentAt: number | null
  /** While `sent`: when it is sent or fetched next, unless a hub is doing so. */
  nextTryAt: number | null
  /** When it was registered or given up. */
  finishedAt: number | null
}

/** A receipt's content on the payment day. */
export type ReceiptContent = {
  number: string
  /** The player's; absent in receipts in Russian and English. */
  language?: InterfaceLanguage
  paymentId: string
  seller: { name: LocalizedText; address: LocalizedText; taxId: string; email: string }
  game: LocalizedText
  item: LocalizedText
  /** Absent in older receipts. */
  itemId?: string
  total: Money
  /** Without the discount; absent without one. */
  list?: Money
  /** Of a bundle or with a bonus; absent for the item alone. */
  contents?: { title: LocalizedText; quantity: number }[]
  provider: PaymentProvider
  /** "Visa •••• 4242"; null when the provider does not tell. */
  paidWith: string | null
  /** The provider's fiscal receipt (54-FZ), where it registered one. */
  fiscal?: FiscalNumbers | null
  orderedAt: number
  paidAt: number
  /** Refunds so far, oldest first. Added when the receipt is rendered. */
  refunds?: { amountMinor: number; refundedAt: number }[]
  /** Absent without one. */
  waiver?: Pick<WithdrawalWaiver, 'at' | 'text'>
}
