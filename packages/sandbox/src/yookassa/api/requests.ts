import { z } from 'zod'
import { DECIMAL, parseDecimal } from '../../payments/decimal.ts'
import { invalidRequest, type YooKassaError } from '../model/errors.ts'
import type { PaymentFields } from '../model/payment.ts'
import type { ReceiptContents } from '../model/records.ts'

const MAX_VAT_CODE = 12

const Amount = z
  .object({
    value: z.string().regex(DECIMAL, 'must be a decimal number with at most two digits after the dot'),
    currency: z.enum(['RUB', 'EUR', 'USD', 'KZT', 'BYN', 'UAH', 'UZS']),
  })
  .refine(({ value }) => parseDecimal(value) > 0, { message: 'must be more than zero', path: ['value'] })

const Metadata = z
  .record(z.string().max(32), z.string().max(512))
  .refine((metadata) => Object.keys(metadata).length <= 16, 'may have up to 16 keys')

const Item = z.looseObject({
  description: z.string().min(1).max(128),
  quantity: z.union([z.number().positive(), z.string().regex(/^\d+(\.\d{1,3})?$/)]),
  amount: Amount,
  vat_code: z.int().min(1).max(MAX_VAT_CODE),
})

const Receipt = z.object({
  customer: z
    .object({
      email: z.email().optional(),
      phone: z
        .string()
        .regex(/^\d{5,15}$/)
        .optional(),
      full_name: z.string().max(256).optional(),
      inn: z.string().optional(),
    })
    .refine(({ email, phone }) => email ?? phone, { message: 'must have an email or a phone' }),
  items: z.array(Item).min(1).max(100),
  tax_system_code: z.int().min(1).max(6).optional(),
})

const Locale = z.enum(['ru_RU', 'en_US']).optional()
const NewPayment = z.object({
  amount: Amount,
  capture: z.boolean().default(false),
  confirmation: z.discriminatedUnion('type', [
    z.object({ type: z.literal('embedded'), locale: Locale }),
    z.object({ type: z.literal('redirect'), locale: Locale, return_url: z.url().max(2048) }),
  ]),
  payment_method_data: z.object({ type: z.enum(['bank_card', 'yoo_money']) }).optional(),
  description: z.string().max(128).optional(),
  metadata: Metadata.default({}),
  merchant_customer_id: z.string().max(200).optional(),
  receipt: Receipt.optional(),
})

const NewRefund = z.object({
  payment_id: z.string().length(36),
  amount: Amount,
  description: z.string().max(250).optional(),
  metadata: Metadata.default({}),
  receipt: Receipt.optional(),
})

const Capture = z.object({ amount: Amount.optional() })

const NewReceipt = Receipt.extend({
  type: z.enum(['payment', 'refund']),
  payment_id: z.string().optional(),
  refund_id: z.string().optional(),
  send: z.literal(true),
  settlements: z
    .array(
      z.object({ type: z.enum(['cashless', 'prepayment', 'postpayment', 'consideration']), amount: Amount }),
    )
    .min(1),
})

/** Parameters that conflict with the widget's own choice of a method. */
const forbiddenWithWidget = ['payment_method_data', 'payment_method_id', 'payment_token', 'airline']

/**
 * @param isFiscal  true when a receipt is required
 * @throws YooKassaError  that names the first invalid parameter
 */
export function parseNewPayment(body: unknown, isFiscal: boolean): PaymentFields {
  const { amount, confirmation, receipt, ...fields } = validate(NewPayment, body)
  const isEmbedded = confirmation.type === 'embedded'
  const forbidden = isEmbedded && forbiddenWithWidget.find((name) => name in (body as object))
  if (forbidden)
    throw invalidRequest(`${forbidden} cannot be used with the confirmation type embedded`, forbidden)
  const amountMinor = parseDecimal(amount.value)
  if (isFiscal) assertReceiptComplete(receipt)
  if (receipt) assertReceiptTotal(receipt, amountMinor)
  return {
    amountMinor,
    currency: amount.currency,
    isOneStage: fields.capture,
    confirmation: {
      type: confirmation.type,
      returnUrl: confirmation.type === 'redirect' ? confirmation.return_url : null,
      locale: confirmation.locale ?? null,
    },
    onlyMethod: fields.payment_method_data?.type ?? null,
    description: fields.description ?? null,
    metadata: fields.metadata,
    merchantCustomerId: fields.merchant_customer_id ?? null,
    receipt: receipt ?? null,
  }
}

/** @throws YooKassaError */
export function parseCapture(body: unknown): number | undefined {
  const { amount } = validate(Capture, body)
  return amount && parseDecimal(amount.value)
}

/** @throws YooKassaError */
export function parseNewRefund(body: unknown) {
  const { payment_id: paymentId, amount, description, metadata, receipt } = validate(NewRefund, body)
  const amountMinor = parseDecimal(amount.value)
  if (receipt) assertReceiptTotal(receipt, amountMinor)
  return {
    paymentId,
    receipt: receipt ?? null,
    fields: {
      amountMinor,
      currency: amount.currency,
      description: description ?? null,
      metadata,
    },
  }
}

/** @throws YooKassaError */
export function parseNewReceipt(body: unknown) {
  const { type, payment_id, refund_id, send: _, settlements: __, ...contents } = validate(NewReceipt, body)
  return { type, id: (type === 'payment' ? payment_id : refund_id) ?? '', contents }
}

function validate<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const parameter = issue?.path.join('.') || undefined
  throw invalidRequest(`Error in parameter ${parameter ?? 'of the request'}: ${issue?.message}`, parameter)
}

export function missingReceipt(parameter = 'receipt'): YooKassaError {
  return invalidRequest('Receipt is missing or illegal', parameter)
}

const requiredItemFields = ['vat_code', 'payment_subject', 'payment_mode', 'measure']

/** YooKassa's own receipts are sent by email only. @throws YooKassaError */
function assertReceiptComplete(receipt: ReceiptContents | undefined): void {
  if (!receipt) throw missingReceipt()
  if (!receipt.customer.email) throw missingReceipt('receipt.customer.email')
  for (const [index, item] of receipt.items.entries()) {
    const missing = requiredItemFields.find((name) => item[name] === undefined)
    if (missing) throw missingReceipt(`receipt.items.${index}.${missing}`)
  }
}

/** The amounts of receipt items are unit prices. @throws YooKassaError  when they do not add up */
function assertReceiptTotal({ items }: ReceiptContents, amountMinor: number): void {
  const sum = items.reduce((total, { quantity, amount }) => {
    return total + Math.round(Number(quantity) * parseDecimal((amount as { value: string }).value))
  }, 0)
  if (sum !== amountMinor) throw invalidRequest('The receipt does not add up to the amount', 'receipt.items')
}
