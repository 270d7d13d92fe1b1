import type { Charge, Dispute, Intent, PaymentMethod, Refund } from './records.ts'

export type StripeObject = Record<string, unknown>

const EVIDENCE_DAYS = 7
const DAY_S = 24 * 60 * 60

export function renderIntent(intent: Intent, baseUrl: string): StripeObject {
  return {
    id: intent.id,
    object: 'payment_intent',
    amount: intent.amount,
    amount_capturable: intent.amountCapturable,
    amount_details: { tip: {} },
    amount_received: intent.amountReceived,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: intent.automaticMethods,
    canceled_at: intent.canceledAt,
    cancellation_reason: intent.cancellationReason,
    capture_method: intent.captureMethod,
    client_secret: intent.secret,
    confirmation_method: 'automatic',
    created: intent.createdAt,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    last_payment_error: intent.lastError,
    latest_charge: intent.latestCharge,
    livemode: false,
    metadata: intent.metadata,
    next_action: renderNextAction(intent, baseUrl),
    on_behalf_of: null,
    payment_method: intent.method?.id ?? null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    processing: null,
    receipt_email: intent.receiptEmail,
    review: null,
    setup_future_usage: intent.setupFutureUsage,
    shipping: intent.shipping,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.statementDescriptorSuffix,
    status: intent.status,
    transfer_data: null,
    transfer_group: intent.transferGroup,
  }
}

const buyerFields = [
  'id',
  'object',
  'amount',
  'amount_details',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_configuration_details',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
]

/** The fields that the publishable key and the client secret reveal: no metadata, customer or charge. */
export function reduceForBuyer(intent: StripeObject): StripeObject {
  return Object.fromEntries(buyerFields.map((field) => [field, intent[field]]))
}

function challengeUrl(intent: Intent, baseUrl: string): string {
  const query = new URLSearchParams({ payment_intent: intent.id, client_secret: intent.secret })
  return `${baseUrl}/stripe/challenge?${query}`
}

function renderNextAction(intent: Intent, baseUrl: string): StripeObject | null {
  if (intent.status !== 'requires_action') return null
  const url = challengeUrl(intent, baseUrl)
  return intent.challenge === 'redirect'
    ? { type: 'redirect_to_url', redirect_to_url: { url, return_url: intent.returnUrl } }
    : { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url } }
}

export function renderMethod(method: PaymentMethod): StripeObject {
  return {
    id: method.id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: noBillingDetails,
    card: renderCard(method),
    created: method.createdAt,
    customer: null,
    livemode: false,
    metadata: {},
    type: 'card',
  }
}

function renderCard({ brand, last4, expMonth, expYear }: PaymentMethod): StripeObject {
  return {
    brand,
    country: 'US',
    exp_month: expMonth,
    exp_year: expYear,
    funding: 'credit',
    last4,
    network: brand,
  }
}

const noBillingDetails = { address: null, email: null, name: null, phone: null, tax_id: null }

export function renderCharge(charge: Charge, baseUrl: string): StripeObject {
  const { decline } = charge.method
  const hasSucceeded = charge.status === 'succeeded'
  return {
    id: charge.id,
    object: 'charge',
    amount: charge.amount,
    amount_captured: charge.amountCaptured,
    amount_refunded: charge.amountRefunded,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: hasSucceeded && charge.isCaptured ? charge.id.replace('ch_', 'txn_') : null,
    billing_details: noBillingDetails,
    calculated_statement_descriptor: 'PLAYHUB SANDBOX',
    captured: charge.isCaptured,
    created: charge.createdAt,
    currency: charge.currency,
    customer: null,
    description: charge.description,
    disputed: charge.isDisputed,
    failure_balance_transaction: null,
    failure_code: hasSucceeded ? null : (decline?.code ?? 'card_declined'),
    failure_message: hasSucceeded ? null : (decline?.message ?? 'The card was declined.'),
    fraud_details: {},
    livemode: false,
    metadata: charge.metadata,
    on_behalf_of: null,
    outcome: renderOutcome(charge),
    paid: hasSucceeded,
    payment_intent: charge.intentId,
    payment_method: charge.method.id,
    payment_method_details: { card: renderCard(charge.method), type: 'card' },
    receipt_email: charge.receiptEmail,
    receipt_number: null,
    receipt_url: hasSucceeded ? `${baseUrl}/stripe/receipts/${charge.id}` : null,
    refunded: charge.amountRefunded > 0 && charge.amountRefunded >= charge.amountCaptured,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: charge.status,
    transfer_data: null,
    transfer_group: null,
  }
}

function renderOutcome({ status, method }: Charge): StripeObject {
  const hasSucceeded = status === 'succeeded'
  return {
    network_status: hasSucceeded ? 'approved_by_network' : 'declined_by_network',
    reason: hasSucceeded ? null : (method.decline?.declineCode ?? method.decline?.code ?? 'generic_decline'),
    risk_level: 'normal',
    seller_message: hasSucceeded ? 'Payment complete.' : 'The bank did not approve the payment.',
    type: hasSucceeded ? 'authorized' : 'issuer_declined',
  }
}

export function renderRefund(refund: Refund): StripeObject {
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    balance_transaction: null,
    charge: refund.chargeId,
    created: refund.createdAt,
    currency: refund.currency,
    destination_details: { card: { type: 'refund', reference_status: 'pending' }, type: 'card' },
    failure_reason: refund.failureReason ?? undefined,
    metadata: refund.metadata,
    payment_intent: refund.intentId,
    reason: refund.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: refund.status,
    transfer_reversal: null,
  }
}

export function renderDispute(dispute: Dispute): StripeObject {
  return {
    id: dispute.id,
    object: 'dispute',
    amount: dispute.amount,
    balance_transactions: [],
    charge: dispute.chargeId,
    created: dispute.createdAt,
    currency: dispute.currency,
    enhanced_eligibility_types: [],
    evidence: {},
    evidence_details: {
      due_by: dispute.createdAt + EVIDENCE_DAYS * DAY_S,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: false,
    livemode: false,
    metadata: dispute.metadata,
    payment_intent: dispute.intentId,
    payment_method_details: null,
    reason: dispute.reason,
    status: dispute.status,
  }
}

export function renderList(url: string, data: StripeObject[], hasMore: boolean): StripeObject {
  return { object: 'list', data, has_more: hasMore, url }
}
