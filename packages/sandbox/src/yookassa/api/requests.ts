import { z } from 'zod'
import { parseDecimal } from '../../payments/decimal.ts'
import { invalidRequest } from '../model/errors.ts'
import type { PaymentFields } from '../model/payment.ts'
import { Amount, assertReceiptComplete, assertReceiptTotal, NewReceipt, Receipt } from './receipt-data.ts'

const Metadata = z
  .record(z.string().max(32), z.string().max(512))
  .refine((metadata) => Object.keys(metadata).length <= 16, 'may have up to 16 keys')

const Locale = z.enum(['ru_RU', 'en_US']).optional()
const NewPayment = z.object({
  amount: Amount,
  capture: z.boolean().default(false),
  confirmation: z.discriminatedUnion('type', [
    z.object({ type: z.literal('embedded'), locale: Locale }),
    z.object({ type: z.literal('redirect'), locale: Locale, return_url: z.url().max(2048) }),
  ]),
  payment_method_id: z.string().optional(),
  save_payment_method: z.boolean().default(false),
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

/** Parameters in conflict with the widget's own choice of a method. */
const forbiddenWithWidget = ['payment_method_data', 'payment_method_id', 'payment_token', 'airline']

/**
 * @param isFiscal  true when a receipt is required
 * @throws YooKassaError  with the first invalid parameter
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
    savedMethodId: fields.payment_method_id ?? null,
    savesMethod: fields.save_payment_method,
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
export function parseNewRefund(body: unknown, isFiscal: boolean) {
  const { payment_id: paymentId, amount, description, metadata, receipt } = validate(NewRefund, body)
  const amountMinor = parseDecimal(amount.value)
  if (receipt && isFiscal) assertReceiptComplete(receipt)
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

/**
 * A receipt beside those of payments and refunds. Its items add up to what was paid for them.
 * @throws YooKassaError
 */
export function parseNewReceipt(body: unknown, isFiscal: boolean) {
  const { type, payment_id, refund_id, send: _, settlements, ...contents } = validate(NewReceipt, body)
  if (isFiscal) assertReceiptComplete(contents, '')
  const paid = settlements.map(({ type, amount }) => ({ type, amountMinor: parseDecimal(amount.value) }))
  const totalMinor = paid.reduce((total, { amountMinor }) => total + amountMinor, 0)
  assertReceiptTotal(contents, totalMinor, '')
  return {
    type,
    id: (type === 'payment' ? payment_id : refund_id) ?? '',
    contents,
    settlements: paid,
    totalMinor,
  }
}

function validate<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const parameter = issue?.path.join('.') || undefined
  throw invalidRequest(`Error in parameter ${parameter ?? 'of the request'}: ${issue?.message}`, parameter)
}
