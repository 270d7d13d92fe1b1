import type { Charge, Customer, Dispute, Intent, PaymentMethod, Refund, SavedMethod } from './records.ts'

export type StripeObject = Record<string, unknown>

const ACCOUNT_ID = 'acct_1SandboxPlayhub0'
/** The payment methods enabled in the dashboard. */
const accountMethods = ['card', 'link']
const EVIDENCE_DAYS = 7
const HOLD_DAYS = 7
const DAY_S = 24 * 60 * 60

export function renderIntent(intent: Intent, baseUrl: string): StripeObject {
  return {
    id: intent.id,
    object: 'payment_intent',
    allowed_payment_method_types: intent.allowedMethods,
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
    customer_account: null,
    description: intent.description,
    excluded_payment_method_types: null,
    last_payment_error: intent.lastError,
    latest_charge: intent.latestCharge,
    livemode: false,
    managed_payments: null,
    metadata: intent.metadata,
    next_action: renderNextAction(intent, baseUrl),
    on_behalf_of: null,
    payment_method: intent.method?.id ?? null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: 'automatic',
      },
    },
    payment_method_types: accountMethods.filter((type) => intent.allowedMethods?.includes(type) ?? true),
    payment_record: null,
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

/** The fields open to publishable key and client secret: no metadata, customer or charge. */
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

export function renderCustomer({ id, metadata, createdAt }: Customer): StripeObject {
  return {
    id,
    object: 'customer',
    address: null,
    balance: 0,
    created: createdAt,
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    email: null,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata,
    name: null,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
  }
}

export function renderMethod(method: PaymentMethod | SavedMethod): StripeObject {
  return {
    id: method.id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: noBillingDetails,
    card: {
      ...renderCard(method),
      display_brand: method.brand,
      generated_from: null,
      networks: { available: [method.brand], preferred: null },
      three_d_secure_usage: { supported: true },
    },
    created: method.createdAt,
    customer: 'customer' in method ? method.customer : null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  }
}

/** Card fields shared by a payment method and a charge. */
function renderCard(method: PaymentMethod): StripeObject {
  const { brand, last4, expMonth, expYear, country, decline, wallet } = method
  return {
    brand,
    checks: {
      address_line1_check: null,
      address_postal_code_check: null,
      cvc_check: decline?.code === 'incorrect_cvc' ? 'fail' : 'pass',
    },
    country,
    exp_month: expMonth,
    exp_year: expYear,
    fingerprint: `${brand}${last4}`.padEnd(16, '0').slice(0, 16),
    funding: 'credit',
    last4,
    regulated_status: 'unregulated',
    wallet: wallet ? { type: wallet, [wallet]: {}, dynamic_last4: last4 } : null,
  }
}

function renderChargedCard({ method, amount, isCaptured, status }: Charge): StripeObject {
  return {
    ...renderCard(method),
    amount_authorized: status === 'succeeded' ? amount : null,
    authorization_code: null,
    electronic_commerce_indicator: null,
    extended_authorization: { status: 'disabled' },
    incremental_authorization: { status: 'unavailable' },
    installments: null,
    mandate: null,
    multicapture: { status: 'unavailable' },
    network: method.brand,
    network_token: { used: false },
    network_transaction_id: null,
    overcapture: { maximum_amount_capturable: amount, status: 'unavailable' },
    three_d_secure: null,
    transaction_link_id: null,
    ...(isCaptured || status === 'failed' ? {} : { capture_before: method.createdAt + HOLD_DAYS * DAY_S }),
  }
}

const noAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }
const noBillingDetails = { address: noAddress, email: null, name: null, phone: null, tax_id: null }

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
    payment_method_details: { card: renderChargedCard(charge), type: 'card' },
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
    advice_code: hasSucceeded ? null : 'try_again_later',
    network_advice_code: null,
    network_decline_code: hasSucceeded ? null : '05',
    network_status: hasSucceeded ? 'approved_by_network' : 'declined_by_network',
    reason: hasSucceeded ? null : (method.decline?.declineCode ?? method.decline?.code ?? 'generic_decline'),
    risk_level: 'normal',
    risk_score: 32,
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
    customer: null,
    customer_account: null,
    destination_details: { card: { type: 'refund', reference_status: 'pending' }, type: 'card' },
    failure_reason: refund.failureReason ?? undefined,
    metadata: refund.metadata,
    payment_intent: refund.intentId,
    payment_method: null,
    reason: refund.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: refund.status,
    transfer_reversal: null,
  }
}

const noEvidence = Object.fromEntries(
  (
    'access_activity_log billing_address cancellation_policy cancellation_policy_disclosure cancellation_rebuttal ' +
    'customer_communication customer_email_address customer_name customer_purchase_ip customer_signature ' +
    'duplicate_charge_documentation duplicate_charge_explanation duplicate_charge_id product_description receipt ' +
    'refund_policy refund_policy_disclosure refund_refusal_explanation service_date service_documentation ' +
    'shipping_address shipping_carrier shipping_date shipping_documentation shipping_tracking_number ' +
    'uncategorized_file uncategorized_text'
  )
    .split(' ')
    .map((name) => [name, null]),
)

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
    evidence: { ...noEvidence, enhanced_evidence: {} },
    evidence_details: {
      due_by: dispute.createdAt + EVIDENCE_DAYS * DAY_S,
      enhanced_eligibility: {},
      has_evidence: dispute.hasEvidence,
      past_due: false,
      submission_count: dispute.hasEvidence ? 1 : 0,
      submission_method: dispute.hasEvidence ? 'manual' : 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: dispute.metadata,
    payment_intent: dispute.intentId,
    payment_method_details: {
      card: { brand: 'visa', case_type: 'chargeback', network: 'visa', network_reason_code: '10.4' },
      type: 'card',
    },
    reason: dispute.reason,
    status: dispute.status,
  }
}

export function renderSearchResult(url: string, data: StripeObject[]): StripeObject {
  return { object: 'search_result', data, has_more: false, next_page: null, url }
}

export function renderList(url: string, data: StripeObject[], hasMore: boolean): StripeObject {
  return { object: 'list', data, has_more: hasMore, url }
}

export function renderAccount(): StripeObject {
  return {
    id: ACCOUNT_ID,
    object: 'account',
    business_profile: null,
    business_type: 'company',
    charges_enabled: true,
    country: 'US',
    default_currency: 'usd',
    details_submitted: true,
    email: 'owner@sandbox.example',
    payouts_enabled: true,
    settings: null,
    type: 'standard',
  }
}
