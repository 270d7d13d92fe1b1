import type { InterfaceLanguage, LocalizedText, Money, PaymentProvider } from '@playhub/contract'

/** A payment provider. Each folder in `providers/` implements this; provider-specific terms and formats stay there. */
export type Provider = {
  name: PaymentProvider
  /** The configured keys move real money. */
  isLive: boolean
  /** Payments need the buyer's email, because the provider registers a fiscal receipt for each. */
  needsReceiptEmail: boolean
  /**
   * Opens a payment. Idempotent: the attempt's id is the idempotency key.
   * @throws ProviderRefused when it can never succeed, ProviderUnavailable when the outcome is unknown
   */
  startCheckout(request: CheckoutRequest): Promise<Checkout>
  /** Returns an open payment with what the browser needs to continue it. */
  resumeCheckout(providerPaymentId: string): Promise<Checkout & { payment: ProviderPayment }>
  /** Fetches the current payment, the only source that settles an attempt. Captures money that is only held. */
  fetchPayment(providerPaymentId: string): Promise<ProviderPayment>
  /**
   * Cancels the payment if that is still possible. Returns its state, which may be paid or still open.
   */
  cancel(providerPaymentId: string): Promise<ProviderPayment>
  /**
   * Refunds money. Idempotent by `request.key`. The refund may be pending at first and fail later.
   * @throws ProviderRefused when the amount exceeds what is left, ProviderUnavailable when the outcome is unknown
   */
  refund(request: ProviderRefundRequest): Promise<ProviderRefund>
  /** Fetches a refund. Polled until it is final, because not every provider sends an event for it. */
  fetchRefund(refund: { providerPaymentId: string; refundId: string }): Promise<ProviderRefund>
  /** Present only where the provider reports disputes. */
  fetchDispute?(disputeId: string): Promise<ProviderDispute>
  /** Present only where the provider reports disputes. */
  listDisputes?(providerPaymentId: string): Promise<ProviderDispute[]>
  /** Present only where the provider registers fiscal receipts for us. */
  fetchFiscalReceipt?(providerPaymentId: string): Promise<FiscalReceipt>
  /**
   * Makes one harmless call with our keys.
   * @returns  what is wrong with the account or our settings, in whole sentences
   * @throws ProviderRefused, ProviderUnavailable  also when the keys are wrong
   */
  checkAccount(): Promise<string[]>
  /**
   * Verifies and parses an event. An unsigned event is checked against the provider's API.
   * @param from  The sender's IP address.
   * @throws ForgedEvent when the provider did not send it, UnreadableEvent when its shape is unknown,
   *         ProviderUnavailable when it cannot be checked now
   */
  verifyEvent(raw: Buffer, headers: EventHeaders, from: string): Promise<ProviderEvent>
}

/** The configured providers. */
export type Providers = Partial<Record<PaymentProvider, Provider>>

export type EventHeaders = Record<string, string | string[] | undefined>

/** The item as carts and fiscal receipts name it. */
export type SoldItem = { id: string; title: LocalizedText }

export type CheckoutRequest = {
  attemptId: string
  orderId: string
  charge: Money
  description: string
  item: SoldItem
  receiptEmail: string | null
  language: InterfaceLanguage
  /** Where the provider's own page redirects the buyer, whatever the outcome. */
  returnUrl: string
}

/**
 * `clientToken` is what the browser continues with: Stripe's client secret, YooKassa's widget token or Yandex Pay's
 * page URL. Null when the buyer has nothing left to do. Never logged or stored.
 */
export type Checkout = { providerPaymentId: string; clientToken: string | null }

export type ProviderPayment = {
  providerPaymentId: string
  /** The attempt that the payment was created for, according to the provider. */
  attemptId: string | null
  /** Stays `open` after a declined card if another card may follow. Refunds do not change it. */
  state: 'open' | 'succeeded' | 'cancelled' | 'failed'
  /** The currency may be one that we do not sell in. */
  received: { amountMinor: number; currency: string }
  /** All refunds in total, including those made in the provider's dashboard. */
  refundedMinor: number
  /** False when the payment belongs to another merchant. */
  isOurs: boolean
  isLive: boolean
  /** Such as "Visa •••• 4242"; null while unpaid or unknown. */
  paidWith: string | null
  fiscal: FiscalState
}

/** Fiscal receipt (54-FZ) state at the provider; `none` where it registers none. */
export type FiscalState = 'none' | 'pending' | 'registered' | 'failed'

/** Fiscal receipt identifiers, as the tax service prints them. */
export type FiscalNumbers = { document: string; storage: string; attribute: string }

/** `numbers` is null until the receipt is registered. */
export type FiscalReceipt = { state: FiscalState; numbers: FiscalNumbers | null }

export type ProviderRefundRequest = {
  providerPaymentId: string
  /** The refund's id, used as the idempotency key. */
  key: string
  amount: Money
  /** What the payment charged, before any refund. */
  charged: Money
  /** What stays charged after this refund; some carts and fiscal receipts must state it. */
  remaining: Money
  reason: string
  item: SoldItem
  receiptEmail: string | null
}

export type ProviderRefund = {
  refundId: string
  state: 'pending' | 'succeeded' | 'failed'
  amountMinor: number
  currency: string
}

export type ProviderDispute = {
  disputeId: string
  providerPaymentId: string
  amountMinor: number
  currency: string
  state: 'open' | 'won' | 'lost'
  /** The provider's reason code, such as "fraudulent". */
  reason: string
  /** Deadline for evidence in milliseconds; null when there is none. */
  dueBy: number | null
}

/** A verified event. */
export type ProviderEvent = {
  /** Identifies the event: its repeated deliveries share the key. */
  key: string
  kind: string
  /** Null when the event is about nothing that we created. */
  subject: EventSubject | null
  /** The payment, refund or dispute must be fetched. */
  isActionable: boolean
}

export type EventSubject = {
  of: 'payment' | 'refund' | 'dispute'
  providerPaymentId: string
  attemptId: string | null
  /** Refund or dispute id, where it has one. */
  id: string | null
}

/** The provider did not respond, or the response does not tell what happened: the outcome is unknown. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable'
}

/** The provider understood the request and refused it. Retrying does not help. */
export class ProviderRefused extends Error {
  override name = 'ProviderRefused'
}

/** True when a call failed at the provider. Callers leave the order as it is and retry later. */
export function isProviderError(error: unknown): error is ProviderUnavailable | ProviderRefused {
  return error instanceof ProviderUnavailable || error instanceof ProviderRefused
}

/** The event does not come from the provider. */
export class ForgedEvent extends Error {
  override name = 'ForgedEvent'
}

/** The provider has sent it, but its shape is unknown. It is acknowledged: a later try would be no different. */
export class UnreadableEvent extends Error {
  override name = 'UnreadableEvent'
}
