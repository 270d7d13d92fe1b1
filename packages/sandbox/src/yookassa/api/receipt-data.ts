/** Data of fiscal receipts (54-FZ), checked as YooKassa does for its own receipts. */
import { z } from 'zod'
import { DECIMAL, parseDecimal } from '../../payments/decimal.ts'
import { isInn } from '../../payments/inn.ts'
import { invalidRequest, type YooKassaError } from '../model/errors.ts'
import type { ReceiptContents } from '../model/records.ts'

const MAX_VAT_CODE = 12
const MAX_ITEMS = 80

export const Amount = z
  .object({
    value: z.string().regex(DECIMAL, 'must be a decimal number with at most two digits after the dot'),
    currency: z.enum(['RUB', 'EUR', 'USD', 'KZT', 'BYN', 'UAH', 'UZS']),
  })
  .refine(({ value }) => parseDecimal(value) > 0, { message: 'must be more than zero', path: ['value'] })

/** E.164 without the plus. */
const Phone = z.string().regex(/^[1-9]\d{4,14}$/, 'must be a phone in the format of ITU-T E.164')
const Inn = z.string().refine(isInn, 'must be an INN of 10 or 12 digits')

const agentTypes = ['banking_payment_agent', 'banking_payment_subagent', 'payment_agent', 'payment_subagent']
const Item = z.looseObject({
  description: z.string().min(1).max(128),
  quantity: z.union([z.number().positive(), z.string().regex(/^\d+(\.\d{1,3})?$/)]),
  amount: Amount,
  vat_code: z.int().min(1).max(MAX_VAT_CODE),
  payment_mode: z.enum(['full_payment', 'full_prepayment']).optional(),
  measure: z.string().optional(),
  agent_type: z.enum([...agentTypes, 'attorney', 'commissioner', 'agent']).optional(),
  supplier: z
    .object({ name: z.string().min(1).optional(), phone: Phone.optional(), inn: Inn.optional() })
    .optional(),
})

export const Receipt = z.object({
  customer: z
    .object({
      email: z.email().optional(),
      phone: Phone.optional(),
      full_name: z.string().max(256).optional(),
      inn: Inn.optional(),
    })
    .refine(({ email, phone }) => email ?? phone, { message: 'must have an email or a phone' }),
  items: z.array(Item).min(1).max(MAX_ITEMS),
  tax_system_code: z.int().min(1).max(6).optional(),
  internet: z.boolean().optional(),
  timezone: z.int().min(1).max(11).optional(),
})

export const NewReceipt = Receipt.extend({
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

export function missingReceipt(parameter = 'receipt'): YooKassaError {
  return invalidRequest('Receipt is missing or illegal', parameter)
}

const requiredItemFields = ['vat_code', 'payment_subject', 'payment_mode', 'measure']

/**
 * YooKassa's own receipts are sent by email only.
 * @param path  The parameter that holds the data: `receipt.` within a payment.
 * @throws YooKassaError
 */
export function assertReceiptComplete(receipt: ReceiptContents | undefined, path = 'receipt.'): void {
  if (!receipt) throw missingReceipt()
  if (!receipt.customer.email) throw missingReceipt(`${path}customer.email`)
  for (const [index, item] of receipt.items.entries()) {
    const missing = requiredItemFields.find((name) => item[name] === undefined)
    if (missing) throw missingReceipt(`${path}items.${index}.${missing}`)
  }
}

/** @throws YooKassaError  when the items do not add up */
export function assertReceiptTotal(receipt: ReceiptContents, amountMinor: number, path = 'receipt.'): void {
  if (sumItems(receipt) !== amountMinor)
    throw invalidRequest('The receipt does not add up to the amount', `${path}items`)
}

/** The amounts of receipt items are unit prices. */
function sumItems({ items }: ReceiptContents): number {
  return items.reduce((total, { quantity, amount }) => {
    return total + Math.round(Number(quantity) * parseDecimal((amount as { value: string }).value))
  }, 0)
}
