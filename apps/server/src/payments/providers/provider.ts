import type { Money, PaymentProvider } from '@playhub/contract'

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
  /** How the payment stands at the provider: the only word that settles anything. */
  fetchPayment(providerId: string): Promise<ProviderPayment>
  /** Closes the payment if it still can be, and tells how it stands now; it may turn out paid. */
  cancel(providerId: string): Promise<ProviderPayment>
  /** Returns everything that was charged. Safe to repeat with the same key. @returns the refund's id */
  refund(request: { providerId: string; key: string }): Promise<string>
  /** Reads a webhook. @throws DeliveryForged when the provider did not send it */
  readDelivery(raw: Buffer, headers: Record<string, string | string[] | undefined>): Delivery
}

/** The providers that are configured. */
export type Providers = Partial<Record<PaymentProvider, Provider>>

export type CheckoutRequest = {
  attemptId: string
  orderId: string
  charge: Money
  description: string
  receiptEmail: string | null
}

/** `handover` is what the browser goes on with: Stripe's client secret, for one. It is never logged or stored. */
export type Checkout = { providerId: string; handover: string }

export type ProviderPayment = {
  providerId: string
  /** Which attempt the provider was told the payment is for. */
  attemptId: string | null
  /** `open` also after a declined card, since another may follow. */
  state: 'open' | 'succeeded' | 'cancelled' | 'failed'
  /** The currency may be one we do not sell in. */
  received: { amountMinor: number; currency: string }
  isLive: boolean
  /** Such as "Visa •••• 4242"; null while unpaid or unknown. */
  paidWith: string | null
}

export type Delivery = {
  /** The provider's own id of it: a repeated delivery has the same. */
  key: string
  kind: string
  /** The payment it is about, if any. */
  providerId: string | null
  attemptId: string | null
  /** Whether a payment has come to its end. */
  isNews: boolean
}

/** The provider did not answer, or not in a way that tells what happened: the outcome is unknown. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable'
}

/** The provider understood and said no; asking again will not help. */
export class ProviderRefused extends Error {
  override name = 'ProviderRefused'
}

/** A webhook whose signature is not the provider's. */
export class DeliveryForged extends Error {
  override name = 'DeliveryForged'
}
