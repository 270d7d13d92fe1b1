import type { InterfaceLanguage, Money, PaymentProvider } from '@playhub/contract'

/** One company that takes money for us, in our verbs. Its own words and formats end at its folder. */
export type Provider = {
  name: PaymentProvider
  /** Whether our keys move real money. */
  isLive: boolean
  /**
   * Opens a payment. Safe to repeat with the same request: the attempt's id is the idempotency key.
   * @throws ProviderRefused when it will never work, ProviderUnavailable when the outcome is unknown
   */
  startCheckout(request: CheckoutRequest): Promise<Checkout>
  /** The payment as it stands, with what a browser needs to go on paying it. */
  resumeCheckout(providerId: string): Promise<Checkout & { payment: ProviderPayment }>
  /** How the payment stands at the provider: the only word that settles anything. Money that is held is taken. */
  fetchPayment(providerId: string): Promise<ProviderPayment>
  /** Closes the payment if it still can be, and tells how it stands now; it may turn out paid, or stay open. */
  cancel(providerId: string): Promise<ProviderPayment>
  /**
   * Returns money. Safe to repeat with the same request; it may be pending first and fail later.
   * @throws ProviderRefused when the sum exceeds what is left, ProviderUnavailable when the outcome is unknown
   */
  refund(request: RefundRequest): Promise<ProviderRefund>
  /** How a refund stands: asked until it is final, since no webhook may come. */
  fetchRefund(refund: { providerId: string; refundId: string }): Promise<ProviderRefund>
  /** Only where the provider tells of disputes. */
  fetchDispute?(disputeId: string): Promise<ProviderDispute>
  /** Every dispute of a payment, where there are such. */
  listDisputes?(providerId: string): Promise<ProviderDispute[]>
  /** Only where the provider registers receipts for us. */
  fetchFiscalReceipt?(providerId: string): Promise<FiscalReceipt>
  /**
   * Reads a webhook. A body without a signature is compared with the provider's API first.
   * @param from  The address that it came from.
   * @throws DeliveryForged when the provider did not send it, ProviderUnavailable when that cannot be told now
   */
  readDelivery(raw: Buffer, headers: DeliveryHeaders, from: string): Promise<Delivery>
}

/** The providers that are configured. */
export type Providers = Partial<Record<PaymentProvider, Provider>>

export type DeliveryHeaders = Record<string, string | string[] | undefined>

/** What is sold, as carts and receipts name it. */
export type SoldItem = { id: string; title: Record<InterfaceLanguage, string> }

export type CheckoutRequest = {
  attemptId: string
  orderId: string
  charge: Money
  description: string
  item: SoldItem
  receiptEmail: string | null
  language: InterfaceLanguage
  /** Where a provider's own page sends the buyer back to, whatever happened. */
  returnUrl: string
}

/**
 * `handover` is what the browser goes on with: Stripe's client secret, YooKassa's token, the address of Yandex Pay's
 * page; null when there is nothing left for the buyer to do. It is never logged or stored.
 */
export type Checkout = { providerId: string; handover: string | null }

export type ProviderPayment = {
  providerId: string
  /** Which attempt the provider was told the payment is for. */
  attemptId: string | null
  /** `open` also after a declined card where another may follow. Refunds do not change it. */
  state: 'open' | 'succeeded' | 'cancelled' | 'failed'
  /** The currency may be one we do not sell in. */
  received: { amountMinor: number; currency: string }
  /** Everything that was returned, also by the operator at the provider's own desk. */
  refundedMinor: number
  /** False when the money is another shop's. */
  isOurs: boolean
  isLive: boolean
  /** Such as "Visa •••• 4242"; null while unpaid or unknown. */
  paidWith: string | null
  fiscal: FiscalState
}

/** How the provider's own receipt (54-FZ) stands; `none` where it makes none. */
export type FiscalState = 'none' | 'pending' | 'registered' | 'failed'

/** What a fiscal receipt is known by, as the tax service prints it. */
export type FiscalNumbers = { document: string; storage: string; attribute: string }

/** The numbers are null until the receipt is registered. */
export type FiscalReceipt = { state: FiscalState; numbers: FiscalNumbers | null }

export type RefundRequest = {
  providerId: string
  /** The refund's own id: repeated under the same key it stays one refund. */
  key: string
  amount: Money
  /** What stays charged after it: a cart or a receipt may have to say so. */
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
  providerId: string
  amountMinor: number
  currency: string
  state: 'open' | 'won' | 'lost'
  /** The provider's own word for it, such as "fraudulent". */
  reason: string
}

export type Delivery = {
  /** The provider's own name of it: a repeated delivery has the same. */
  key: string
  kind: string
  /** Null when it is about nothing of ours. */
  subject: DeliverySubject | null
  /** Whether there is something to ask the provider about. */
  isNews: boolean
}

export type DeliverySubject = {
  of: 'payment' | 'refund' | 'dispute'
  /** The payment that it belongs to. */
  providerId: string
  attemptId: string | null
  /** Of the refund or dispute itself, where it has one. */
  id: string | null
}

/** The provider did not answer, or not in a way that tells what happened: the outcome is unknown. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable'
}

/** The provider understood and said no; asking again will not help. */
export class ProviderRefused extends Error {
  override name = 'ProviderRefused'
}

/** Whether a call to a provider has failed there: what happened is asked again later, and an order stays as it is. */
export function isProviderTrouble(error: unknown): error is ProviderUnavailable | ProviderRefused {
  return error instanceof ProviderUnavailable || error instanceof ProviderRefused
}

/** A webhook that the provider did not send. */
export class DeliveryForged extends Error {
  override name = 'DeliveryForged'
}
