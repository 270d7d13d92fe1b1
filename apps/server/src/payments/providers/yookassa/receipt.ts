import type { Money } from '@playhub/contract'
import * as z from 'zod'
import type { FiscalTerms, VatRate } from '../../config.ts'
import { formatDecimalAmount } from '../decimal-amount.ts'
import type { FiscalNumbers, SoldItem } from '../provider.ts'

/** YooKassa's numbers of the VAT rates; Yandex Pay has others. */
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

/** What YooKassa has its cash register print, and mail to the buyer: one thing for the whole sum. */
export function receiptFor(
  fiscal: FiscalTerms,
  { item, receiptEmail, amount }: { item: SoldItem; receiptEmail: string; amount: Money },
) {
  return {
    customer: { email: receiptEmail },
    items: [
      {
        description: item.title.ru.slice(0, titleLimit),
        quantity: '1',
        measure: 'piece',
        amount: sumOf(amount),
        vat_code: vatCodes[fiscal.vat],
        payment_subject: fiscal.subject,
        payment_mode: fiscal.mode,
      },
    ],
    ...(fiscal.taxSystem !== null && { tax_system_code: fiscal.taxSystem }),
  }
}

export function sumOf({ amountMinor, currency }: Money): { value: string; currency: string } {
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

/** The numbers of the receipt that the cash register has printed for a payment. */
export function fiscalNumbersIn({ items }: z.infer<typeof YooKassaReceipts>): FiscalNumbers | null {
  const registered = items.find(({ type, status }) => type === 'payment' && status === 'succeeded')
  const {
    fiscal_document_number: document,
    fiscal_storage_number: storage,
    fiscal_attribute: attribute,
  } = registered ?? {}
  return document && storage && attribute ? { document, storage, attribute } : null
}
