import { localText, type Money } from '@playhub/contract'
import * as z from 'zod'
import { type FiscalNumbers, ProviderRefused, type SoldItem } from '../../provider.ts'
import { formatDecimalAmount } from '../decimal-amount.ts'
import type { FiscalSettings, VatRate } from '../settings.ts'

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
 * The fiscal receipt that YooKassa registers and emails to the buyer: one item for the whole amount.
 * @throws ProviderRefused  without an email address, as YooKassa does
 */
export function receiptFor(
  fiscal: FiscalSettings,
  { item, receiptEmail, amount }: { item: SoldItem; receiptEmail: string | null; amount: Money },
) {
  if (!receiptEmail) throw new ProviderRefused(noReceiptEmail)
  return {
    customer: { email: receiptEmail },
    items: [
      {
        description: localText(item.title, 'ru').slice(0, titleLimit),
        quantity: '1',
        measure: 'piece',
        amount: toAmount(amount),
        vat_code: vatCodes[fiscal.vat],
        payment_subject: fiscal.subject,
        payment_mode: fiscal.mode,
      },
    ],
    ...(fiscal.taxSystem !== null && { tax_system_code: fiscal.taxSystem }),
  }
}

export function toAmount({ amountMinor, currency }: Money): { value: string; currency: string } {
  return { value: formatDecimalAmount(amountMinor), currency }
}

export const YooKassaReceipts = z.object({
  items: z.array(
    z.object({
      type: z.string(),
      status: z.string(),
      fiscal_document_number: z.string().optional(),
      fiscal_storage_number: z.string().optional(),
      fiscal_attribute: z.string().optional(),
    }),
  ),
})

/** The numbers on a payment's registered receipt; null when there is none. */
export function fiscalNumbersIn({ items }: z.infer<typeof YooKassaReceipts>): FiscalNumbers | null {
  const registered = items.find(({ type, status }) => type === 'payment' && status === 'succeeded')
  const {
    fiscal_document_number: document,
    fiscal_storage_number: storage,
    fiscal_attribute: attribute,
  } = registered ?? {}
  return document && storage && attribute ? { document, storage, attribute } : null
}
