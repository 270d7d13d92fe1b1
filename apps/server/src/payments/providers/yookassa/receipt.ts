import type { Money, VatRate } from '@playhub/contract'
import * as z from 'zod'
import { listPaidLines, nameLine } from '../../fiscal-lines.ts'
import {
  type FiscalNumbers,
  type FiscalSettings,
  type FiscalTerms,
  ProviderRefused,
  type SoldItem,
} from '../../provider.ts'
import { formatDecimalAmount } from '../decimal-amount.ts'

/** YooKassa's VAT rate codes; Yandex Pay's differ. */
const vatCodes: Record<VatRate, number> = {
  none: 1,
  '0': 2,
  '10': 3,
  '20': 4,
  '10/110': 5,
  '20/120': 6,
  '5': 7,
  '7': 8,
  '5/105': 9,
  '7/107': 10,
  '22': 11,
  '22/122': 12,
}

const titleLimit = 128
const noReceiptEmail =
  "The fiscal receipt needs the buyer's email address, and there is none: only a full refund works without it"

/**
 * The fiscal receipt, registered and emailed to the buyer by YooKassa.
 * @param lines  Default: what the amount pays for.
 * @throws ProviderRefused  without an email address, as YooKassa does
 */
export function receiptFor(
  fiscal: FiscalSettings & Partial<FiscalTerms>,
  { item, receiptEmail, amount }: { item: SoldItem; receiptEmail: string | null; amount: Money },
  lines = listPaidLines(item, amount.amountMinor),
) {
  if (!receiptEmail) throw new ProviderRefused(noReceiptEmail, 'receipt-email-missing')
  const { agent, supplier } = fiscal
  return {
    customer: { email: receiptEmail },
    items: lines.map((line) => ({
      description: nameLine(line, 'ru', titleLimit),
      quantity: '1',
      measure: 'piece',
      amount: toAmount({ ...amount, amountMinor: line.amountMinor }),
      vat_code: vatCodes[line.vat ?? fiscal.vat],
      payment_subject: fiscal.subject,
      payment_mode: fiscal.mode,
      ...(agent && { agent_type: agent }),
      ...(supplier && { supplier: { ...supplier, phone: supplier.phone.slice(1) } }),
    })),
    ...(fiscal.taxSystem !== null && { tax_system_code: fiscal.taxSystem }),
    // Payments opened by an older release must be repeated without it.
    ...(item.fiscal && { internet: true }),
    ...(fiscal.timezone !== null && { timezone: fiscal.timezone }),
  }
}

/** The prepaid item once it is delivered. */
export function toPaid<Terms extends FiscalSettings>(terms: Terms): Terms {
  return { ...terms, mode: 'full_payment' }
}

export function toAmount({ amountMinor, currency }: Money): { value: string; currency: string } {
  return { value: formatDecimalAmount(amountMinor), currency }
}

export const YooKassaReceipt = z.object({
  id: z.string(),
  type: z.string(),
  status: z.string(),
  fiscal_document_number: z.string().optional(),
  fiscal_storage_number: z.string().optional(),
  fiscal_attribute: z.string().optional(),
  settlements: z.array(z.object({ type: z.string() })).default([]),
})
export type YooKassaReceipt = z.infer<typeof YooKassaReceipt>
export const YooKassaReceipts = z.object({ items: z.array(YooKassaReceipt) })

/** A receipt that closes a prepayment, beside the payment's own. */
export function isClosing({ settlements }: YooKassaReceipt): boolean {
  return settlements.some(({ type }) => type === 'prepayment')
}

/** The numbers on a payment's registered receipt; null when there is none. */
export function fiscalNumbersIn({ items }: z.infer<typeof YooKassaReceipts>): FiscalNumbers | null {
  const registered = items.find(
    (receipt) => receipt.type === 'payment' && receipt.status === 'succeeded' && !isClosing(receipt),
  )
  const {
    fiscal_document_number: document,
    fiscal_storage_number: storage,
    fiscal_attribute: attribute,
  } = registered ?? {}
  return document && storage && attribute ? { document, storage, attribute } : null
}
