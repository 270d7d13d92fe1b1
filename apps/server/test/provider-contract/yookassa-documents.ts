/**
 * YooKassa's documents as schemas. They are strict, so an undocumented field is a mismatch. Each schema has its
 * document's URL above it. Compared on 2026-11-21 and 2026-11-22 with stored copies of the pages.
 */
import * as z from 'zod'

/** @see https://yookassa.ru/developers/using-api/response-handling/response-format */
export const Amount = z.strictObject({
  value: z.string().regex(/^\d+\.\d{2}$/),
  currency: z.string().regex(/^[A-Z]{3}$/),
})
const Instant = z.iso.datetime()
const Id = z.string().length(36)
const Email = z.email()
const paymentAgents = [
  'banking_payment_agent',
  'banking_payment_subagent',
  'payment_agent',
  'payment_subagent',
] as const

/**
 * The documents have `agent_type` and `supplier` in receipts of their own; YooKassa's SDKs have them in those of payments too.
 * @see https://yookassa.ru/developers/payment-acceptance/receipts/54fz/yoomoney/parameters-values
 * @see https://yookassa.ru/developers/payment-acceptance/receipts/54fz/other-services/parameters-values#agent-type
 */
export const ReceiptItem = z.strictObject({
  description: z.string().min(1).max(128),
  quantity: z.union([z.string(), z.number()]),
  amount: Amount,
  vat_code: z.int().min(1).max(12),
  payment_subject: z.string(),
  payment_mode: z.enum(['full_payment', 'full_prepayment']),
  measure: z.enum(['piece', 'another']).optional(),
  agent_type: z.enum([...paymentAgents, 'attorney', 'commissioner', 'agent']).optional(),
  supplier: z
    .strictObject({
      name: z.string(),
      phone: z.string().regex(/^[1-9]\d{4,14}$/),
      inn: z.string().regex(/^(\d{10}|\d{12})$/),
    })
    .optional(),
})

/** @see https://yookassa.ru/developers/payment-acceptance/receipts/54fz/yoomoney/payments */
export const ReceiptData = z.strictObject({
  customer: z.strictObject({ email: Email }),
  items: z.array(ReceiptItem).min(1).max(80),
  tax_system_code: z.int().min(1).max(6).optional(),
  internet: z.boolean().optional(),
  timezone: z.int().min(1).max(11).optional(),
})

const Settlements = z.array(
  z.strictObject({
    type: z.enum(['cashless', 'prepayment', 'postpayment', 'consideration']),
    amount: Amount,
  }),
)

/** @see https://yookassa.ru/developers/api#create_receipt */
export const NewReceipt = ReceiptData.extend({
  type: z.enum(['payment', 'refund']),
  payment_id: Id,
  settlements: Settlements.min(1),
  send: z.boolean(),
})

const Locale = z.enum(['ru_RU', 'en_US']).optional()
/**
 * @see https://yookassa.ru/developers/api#create_payment
 * @see https://yookassa.ru/developers/payment-acceptance/scenario-extensions/recurring-payments/save-payment-method/save-during-payment
 * @see https://yookassa.ru/developers/payment-acceptance/scenario-extensions/recurring-payments/pay-with-saved
 */
export const NewPayment = z.strictObject({
  amount: Amount,
  capture: z.boolean().optional(),
  confirmation: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('embedded'), locale: Locale }),
    z.strictObject({ type: z.literal('redirect'), return_url: z.url().max(2048), locale: Locale }),
  ]),
  save_payment_method: z.boolean().optional(),
  payment_method_id: Id.optional(),
  description: z.string().max(128).optional(),
  metadata: z.record(z.string().max(32), z.string().max(512)).optional(),
  receipt: ReceiptData.optional(),
})

const Cancellation = z.strictObject({
  party: z.enum(['merchant', 'yoo_money', 'payment_network']),
  reason: z.string(),
})
const Registration = z.enum(['pending', 'succeeded', 'canceled'])

const Card = z.strictObject({
  first6: z.string().length(6),
  last4: z.string().length(4),
  expiry_month: z.string().length(2),
  expiry_year: z.string().length(4),
  card_type: z.string(),
  issuer_country: z.string().length(2).optional(),
  issuer_name: z.string().optional(),
  source: z.string().optional(),
})
const Method = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('bank_card'),
    id: Id,
    saved: z.boolean(),
    title: z.string().optional(),
    card: Card.optional(),
  }),
  z.strictObject({
    type: z.literal('yoo_money'),
    id: Id,
    saved: z.boolean(),
    title: z.string().optional(),
    account_number: z.string().optional(),
  }),
])

/** @see https://yookassa.ru/developers/api#payment_object */
export const Payment = z.strictObject({
  id: Id,
  status: z.enum(['pending', 'waiting_for_capture', 'succeeded', 'canceled']),
  amount: Amount,
  income_amount: Amount.optional(),
  description: z.string().max(128).optional(),
  recipient: z.strictObject({ account_id: z.string(), gateway_id: z.string() }),
  payment_method: Method.optional(),
  captured_at: Instant.optional(),
  created_at: Instant,
  expires_at: Instant.optional(),
  confirmation: z
    .discriminatedUnion('type', [
      z.strictObject({ type: z.literal('embedded'), confirmation_token: z.string() }),
      z.strictObject({ type: z.literal('redirect'), confirmation_url: z.url(), return_url: z.url() }),
    ])
    .optional(),
  test: z.boolean(),
  refunded_amount: Amount.optional(),
  paid: z.boolean(),
  refundable: z.boolean(),
  receipt_registration: Registration.optional(),
  metadata: z.record(z.string(), z.string()).optional(),
  cancellation_details: Cancellation.optional(),
  authorization_details: z
    .strictObject({
      rrn: z.string().optional(),
      auth_code: z.string().optional(),
      three_d_secure: z.strictObject({ applied: z.boolean() }),
    })
    .optional(),
  merchant_customer_id: z.string().max(200).optional(),
})

/** @see https://yookassa.ru/developers/payment-acceptance/getting-started/payment-process#capture-and-cancel */
export const Capture = z.strictObject({ amount: Amount.optional() })
export const Cancel = z.strictObject({})

/**
 * A partial refund carries a receipt; a full one carries none.
 * @see https://yookassa.ru/developers/api#create_refund
 * @see https://yookassa.ru/developers/payment-acceptance/receipts/54fz/yoomoney/refunds
 */
export const NewRefund = z.strictObject({
  payment_id: Id,
  amount: Amount,
  description: z.string().max(250).optional(),
  receipt: ReceiptData.optional(),
})

/** @see https://yookassa.ru/developers/api#refund_object */
export const Refund = z.strictObject({
  id: Id,
  payment_id: Id,
  status: z.enum(['pending', 'succeeded', 'canceled']),
  created_at: Instant,
  amount: Amount,
  description: z.string().max(250).optional(),
  cancellation_details: Cancellation.optional(),
  receipt_registration: Registration.optional(),
  metadata: z.record(z.string(), z.string()).optional(),
})

/** @see https://yookassa.ru/developers/api#receipt_object */
export const Receipt = z.strictObject({
  id: z.string(),
  type: z.enum(['payment', 'refund']),
  payment_id: Id,
  refund_id: Id.optional(),
  status: Registration,
  fiscal_document_number: z.string().optional(),
  fiscal_storage_number: z.string().optional(),
  fiscal_attribute: z.string().optional(),
  registered_at: Instant.optional(),
  fiscal_provider_id: z.string().optional(),
  tax_system_code: z.int().optional(),
  items: z.array(ReceiptItem),
  internet: z.boolean().optional(),
  timezone: z.int().optional(),
  settlements: Settlements,
})

/** @see https://yookassa.ru/developers/using-api/lists */
export const toListSchema = <T extends z.ZodType>(item: T) =>
  z.strictObject({ type: z.literal('list'), items: z.array(item), next_cursor: z.string().optional() })

/** @see https://yookassa.ru/developers/using-api/response-handling/response-format#error */
export const Failure = z.strictObject({
  type: z.literal('error'),
  id: z.uuid(),
  code: z.enum([
    'invalid_request',
    'invalid_credentials',
    'forbidden',
    'not_found',
    'too_many_requests',
    'internal_server_error',
  ]),
  description: z.string(),
  parameter: z.string().optional(),
  retry_after: z.int().optional(),
})

/** @see https://yookassa.ru/developers/api#me_object */
export const Me = z.strictObject({
  account_id: z.string(),
  status: z.enum(['enabled', 'disabled']),
  test: z.boolean(),
  fiscalization: z.strictObject({ enabled: z.boolean(), provider: z.string() }).optional(),
  fiscalization_enabled: z.boolean(),
  payment_methods: z.array(z.string()),
})

/** @see https://yookassa.ru/developers/using-api/webhooks */
export const Notification = z.discriminatedUnion('event', [
  z.strictObject({
    type: z.literal('notification'),
    event: z.enum(['payment.waiting_for_capture', 'payment.succeeded', 'payment.canceled']),
    object: Payment,
  }),
  z.strictObject({ type: z.literal('notification'), event: z.literal('refund.succeeded'), object: Refund }),
])

/** Request and response per call, keyed by the emulator's operation name. */
export const calls: Record<string, { request: z.ZodType | null; response: z.ZodType }> = {
  'payments.create': { request: NewPayment, response: Payment },
  'payments.retrieve': { request: null, response: Payment },
  'payments.list': { request: null, response: toListSchema(Payment) },
  'payments.capture': { request: Capture, response: Payment },
  'payments.cancel': { request: Cancel, response: Payment },
  'refunds.create': { request: NewRefund, response: Refund },
  'refunds.retrieve': { request: null, response: Refund },
  'refunds.list': { request: null, response: toListSchema(Refund) },
  'receipts.create': { request: NewReceipt, response: Receipt },
  'receipts.list': { request: null, response: toListSchema(Receipt) },
  'receipts.retrieve': { request: null, response: Receipt },
  me: { request: null, response: Me },
}
