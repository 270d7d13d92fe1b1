import type {
  AgentType,
  InterfaceLanguage,
  LocalizedText,
  Money,
  PaymentProvider,
  Supplier,
  VatRate,
} from '@playhub/contract'
import type { Finding } from '@playhub/contract/operator/sentences/checks'
import type { FaultCode } from '@playhub/contract/operator/sentences/faults'
import type { Wallet } from '@playhub/contract/payment-methods'

/** A payment provider. Each folder in `providers/` implements this; provider-specific terms and formats stay there. */
export type Provider = {
  name: PaymentProvider
  /** The configured keys move real money. */
  isLive: boolean
  /** The fiscal receipts (54-FZ) that it registers, which need the buyer's email; null when it registers none. */
  fiscal: FiscalSettings | null
  /**
   * Opens a payment. Idempotent: the attempt's id is the idempotency key.
   * @throws ProviderRefused when it can never succeed, ProviderUnavailable when the outcome is unknown
   */
  startCheckout(request: CheckoutRequest): Promise<Checkout>
  /** Returns an open payment with what the browser needs to continue it. */
  resumeCheckout(providerPaymentId: string): Promise<Checkout & { payment: ProviderPayment }>
  /** Fetches the current payment, the only source an attempt is synced from. Captures held money. */
  fetchPayment(providerPaymentId: string): Promise<ProviderPayment>
  /** Cancels the payment if still possible. Returns its state, which may be paid or still open. */
  cancel(providerPaymentId: string): Promise<ProviderPayment>
  /**
   * Refunds money. Idempotent by `request.key`. The refund may be pending at first and fail later.
   * @throws ProviderRefused when the amount exceeds what is left, ProviderUnavailable when the outcome is unknown
   */
  refund(request: ProviderRefundRequest): Promise<ProviderRefund>
  /** Fetches a refund. Polled until it is final, because not every provider sends an event for it. */
  fetchRefund(refund: { providerPaymentId: string; refundId: string }): Promise<ProviderRefund>
  /** True where it can remember a card. */
  remembersCards?: true
  /** Creates the account's customer, for whom cards are remembered. Idempotent. Present only where it has customers. */
  createCustomer?(accountId: string): Promise<string>
  /**
   * Forgets a remembered card. Present only where the provider has such a call.
   * @throws ProviderRefused when it is forgotten already
   */
  forgetCard?(methodId: string): Promise<void>
  /**
   * Finds the payment of a lost response, without repeating the call that may charge a remembered card. Null when there
   * is none. Present where cards are remembered.
   */
  findPayment?(attemptId: string): Promise<string | null>
  /** Present only where the provider reports disputes. */
  fetchDispute?(disputeId: string): Promise<ProviderDispute>
  /** Present only where the provider reports disputes. */
  listDisputes?(providerPaymentId: string): Promise<ProviderDispute[]>
  /** Present only where the provider registers fiscal receipts for us. */
  fetchFiscalReceipt?(providerPaymentId: string): Promise<FiscalReceipt>
  /**
   * Registers the receipt by which a prepayment becomes a payment, once the item is delivered. Idempotent by `key`. Present
   * only where the provider can.
   * @throws ProviderRefused, ProviderUnavailable
   */
  closePrepayment?(request: ClosingReceiptRequest): Promise<ClosingReceiptResult>
  /** Present with `closePrepayment`. */
  fetchClosingReceipt?(receiptId: string): Promise<ClosingReceiptResult>
  /**
   * Lists the wallets that the form offers, by host. Present only where hosts are registered.
   * @throws ProviderRefused, ProviderUnavailable
   */
  listWallets?(): Promise<WalletsByHost>
  /**
   * Makes one harmless call with our keys.
   * @param expected  What the hub shows to players.
   * @returns  what is wrong with the account or our settings, in whole sentences
   * @throws ProviderRefused, ProviderUnavailable  also when the keys are wrong
   */
  checkAccount(expected?: ShownToPlayers): Promise<Finding[]>
  /**
   * Verifies and parses an event. An unsigned event is checked against the provider's API.
   * @param from  The sender's IP address.
   * @throws ForgedEvent when the provider did not send it, UnreadableEvent when its shape is unknown,
   *         ProviderUnavailable when it cannot be checked now
   */
  verifyEvent(raw: Buffer, headers: EventHeaders, from: string): Promise<ProviderEvent>
}

export type WalletsByHost = ReadonlyMap<string, readonly Wallet[]>

/** What an account at a provider is compared with. */
export type ShownToPlayers = {
  /** Methods that projects name for the provider. */
  methods: string[]
  /** Hosts of payment screens. */
  hosts: string[]
  /** Registers what is missing. */
  isFixing: boolean
}

/** The configured providers. */
export type Providers = Partial<Record<PaymentProvider, Provider>>

/** True when a configured provider takes prepayments (54-FZ), whose delivery needs a receipt. */
export function takesPrepayments({ providers }: { providers: Providers }): boolean {
  return Object.values(providers).some(({ fiscal }) => fiscal?.mode === 'full_prepayment')
}

export type EventHeaders = Record<string, string | string[] | undefined>

/** The item as carts and fiscal receipts name it. */
export type SoldItem = {
  id: string
  title: LocalizedText
  /** Null without a fiscal receipt, and for payments opened by an older release. */
  fiscal: FiscalTerms | null
}

/** Attributes of every item on fiscal receipts (54-FZ). The operator's accountant decides. */
export type FiscalSettings = {
  vat: VatRate
  subject: 'commodity' | 'service' | 'intellectual_activity' | 'payment' | 'another'
  mode: 'full_payment' | 'full_prepayment'
  /** The tax service's code, 1 to 6; null when the provider knows it. */
  taxSystem: number | null
  /** The tax service's number, 1 (Kaliningrad) to 11 (Kamchatka); null where receipts have none. */
  timezone: number | null
}

/** The settings with what the content says of an item and its game, as they were when its payment was opened. */
export type FiscalTerms = FiscalSettings & {
  agent: AgentType | null
  supplier: Supplier | null
  /** Of a bundle or with a bonus; absent for the item alone, and in payments opened by an older release. */
  lines?: FiscalLine[]
}

/** Units of an item, sold as one piece: a unit price need not divide the amount. */
export type FiscalLine = {
  itemId: string
  title: LocalizedText
  quantity: number
  amountMinor: number
  vat: VatRate
}

export type CheckoutRequest = {
  attemptId: string
  orderId: string
  charge: Money
  description: string
  item: SoldItem
  receiptEmail: string | null
  language: InterfaceLanguage
  /** The buyer's URL after the provider's own page, whatever the outcome. */
  returnUrl: string
  /** `methodId`: the remembered card to charge; null: the card that pays is to be remembered. */
  card?: { customerId: string | null; methodId: string | null } | undefined
}

/**
 * `clientToken` is what the browser continues with: Stripe's client secret, YooKassa's widget token or bank page, or Yandex
 * Pay's page URL. Null when the buyer has nothing left to do. Never logged or stored.
 */
export type Checkout = { providerPaymentId: string; clientToken: string | null }

export type ProviderPayment = {
  providerPaymentId: string
  /** The payment's attempt, according to the provider. */
  attemptId: string | null
  /** Stays `open` after a declined card if another card may follow. Refunds do not change it. */
  state: 'open' | 'succeeded' | 'cancelled' | 'failed'
  /** The currency may be one we do not sell in. */
  received: { amountMinor: number; currency: string }
  /** All refunds in total, including those made in the provider's dashboard. */
  refundedMinor: number
  /** False when the payment belongs to another merchant. */
  isOurs: boolean
  isLive: boolean
  /** Such as "Visa •••• 4242"; null while unpaid or unknown. */
  paidWith: string | null
  /** The card's, as the provider writes it; null while unpaid or not reported. */
  cardCountry: string | null
  fiscal: FiscalState
  /** The card that paid, when the provider has saved it. */
  savedCard?: SavedCard | undefined
}

/** `methodId`: the provider's reference. `expires`: such as "12/2034". */
export type SavedCard = { methodId: string; brand: string; last4: string; expires: string | null }

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
  /** The charge before any refund. */
  charged: Money
  /** The remaining charge after this refund; some carts and fiscal receipts must state it. */
  remaining: Money
  reason: string
  item: SoldItem
  receiptEmail: string | null
  /** The prepayment's closing receipt was sent before this refund. */
  isPrepaymentClosed?: boolean
}

export type ClosingReceiptRequest = {
  providerPaymentId: string
  key: string
  /** What is left of the charge. */
  amount: Money
  item: SoldItem
  receiptEmail: string | null
}

export type ClosingReceiptResult = { receiptId: string; state: 'pending' | 'registered' | 'failed' }

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
  /** Null when the event concerns nothing of ours. */
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
  /** Undefined when only the provider's own message tells why. */
  readonly fault: FaultCode | undefined

  constructor(message: string, fault?: FaultCode) {
    super(message)
    this.fault = fault
  }
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
