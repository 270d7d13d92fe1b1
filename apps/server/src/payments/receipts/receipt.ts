import type { Money, PaymentProvider } from '@playhub/contract'
import type { HubFile, LocalizedText } from '../../catalogue/index.ts'
import type { FiscalNumbers } from '../providers/provider.ts'
import type { OrderRow } from '../tables.ts'

/** Everything a receipt says, as it was on the day of the payment. */
export type ReceiptFacts = {
  number: string
  paymentId: string
  seller: { name: LocalizedText; address: LocalizedText; taxId: string; email: string }
  game: LocalizedText
  item: LocalizedText
  total: Money
  provider: PaymentProvider
  /** "Visa •••• 4242", or null when the provider did not say. */
  paidWith: string | null
  /** Of the provider's own receipt (54-FZ), where it made one. */
  fiscal?: FiscalNumbers | null
  orderedAt: number
  paidAt: number
  /** What has gone back since, oldest first: the only part that may grow. */
  refunds?: { amountMinor: number; refundedAt: number }[]
}

const providerNames: Record<PaymentProvider, string> = {
  stripe: 'Stripe',
  yookassa: 'YooKassa',
  'yandex-pay': 'Yandex Pay',
}

/** @throws when the order is not paid: only payments have receipts. */
export function factsOf(
  order: OrderRow,
  {
    operator,
    game,
    paidWith,
    fiscal,
  }: {
    operator: HubFile['operator']
    game: LocalizedText
    paidWith: string | null
    fiscal: FiscalNumbers | null
  },
): ReceiptFacts {
  const { id, provider, currency, amountMinor, paidAt } = order
  if (!provider || !currency || amountMinor === null || paidAt === null)
    throw new Error(`Order ${id} is not paid`)
  return {
    number: receiptNumber(id, paidAt),
    paymentId: id,
    seller: {
      name: operator.company,
      address: operator.address,
      taxId: operator.taxId,
      email: operator.supportEmail,
    },
    game,
    item: { ru: order.titleRu, en: order.titleEn },
    total: { amountMinor, currency },
    provider,
    paidWith,
    fiscal,
    orderedAt: order.createdAt,
    paidAt,
  }
}

/** "PH-20261121-3F9A1C22D04B": the day of the payment and the random end of the payment's id. */
function receiptNumber(orderId: string, paidAt: number): string {
  const day = new Date(paidAt).toISOString().slice(0, 10).replaceAll('-', '')
  return `PH-${day}-${orderId.slice(-12).toUpperCase()}`
}

/** "Visa •••• 4242 · Stripe" */
export function methodOf({ paidWith, provider }: ReceiptFacts, language: 'ru' | 'en'): string {
  const card = paidWith ?? (language === 'ru' ? 'Банковская карта' : 'Bank card')
  return `${card} · ${providerNames[provider]}`
}
