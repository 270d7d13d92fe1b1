import { localText, type Money, providerTerms } from '@playhub/contract'
import type { HubFile, LocalizedText } from '../../catalogue/index.ts'
import type { ServerMessages } from '../../i18n/server-messages.ts'
import type { FiscalNumbers } from '../provider.ts'
import { listPriceIn, parseLines, parseTitles, parseWaiver } from '../records/order.ts'
import type { OrderRow, ReceiptContent } from '../records/tables.ts'

type Details = {
  operator: HubFile['operator']
  game: LocalizedText
  paidWith: string | null
  fiscal: FiscalNumbers | null
  /** Of an item that the order gives; undefined when it is no longer sold. */
  findTitle: (itemId: string) => LocalizedText | undefined
}

/** @throws Error when the order is not paid */
export function toReceiptContent(
  order: OrderRow,
  { operator, game, paidWith, fiscal, findTitle }: Details,
): ReceiptContent {
  const { id, provider, currency, amountMinor, paidAt } = order
  if (!provider || !currency || amountMinor === null || paidAt === null)
    throw new Error(`Order ${id} is not paid`)
  const waiver = parseWaiver(order)
  const list = listPriceIn(order, currency)
  return {
    number: receiptNumber(id, paidAt),
    language: order.language,
    paymentId: id,
    seller: {
      name: operator.company,
      address: operator.address,
      taxId: operator.taxId,
      email: operator.supportEmail,
    },
    game,
    item: parseTitles(order),
    itemId: order.itemId,
    total: { amountMinor, currency },
    ...(list && { list }),
    ...(order.lines !== null && { contents: listContents(order, findTitle) }),
    provider,
    paidWith,
    fiscal,
    orderedAt: order.createdAt,
    paidAt,
    ...(waiver && { waiver: { at: waiver.at, text: waiver.text } }),
  }
}

function listContents(
  order: OrderRow,
  findTitle: Details['findTitle'],
): NonNullable<ReceiptContent['contents']> {
  return parseLines(order).map(({ itemId, quantity }) => ({
    title: findTitle(itemId) ?? { en: itemId },
    quantity,
  }))
}

/** "Five hints × 2, Three coconut bombs × 1"; empty for the item alone. */
export function formatContents({ contents = [] }: ReceiptContent, language: string): string {
  return contents.map(({ title, quantity }) => `${localText(title, language)} × ${quantity}`).join(', ')
}

/** How much less than the list price was charged; null without a discount. */
export function calculateDiscount({ list, total }: ReceiptContent): Money | null {
  return list ? { ...list, amountMinor: list.amountMinor - total.amountMinor } : null
}

/** "PH-20261121-3F9A1C22D04B": the payment's UTC date and the order id's random part. */
function receiptNumber(orderId: string, paidAt: number): string {
  const day = new Date(paidAt).toISOString().slice(0, 10).replaceAll('-', '')
  return `PH-${day}-${orderId.slice(-12).toUpperCase()}`
}

/** "Visa •••• 4242 · Stripe" */
export function formatPaymentMethod(
  { paidWith, provider }: ReceiptContent,
  { receipts }: ServerMessages,
): string {
  return `${paidWith ?? receipts.bankCard} · ${providerTerms[provider].label.en}`
}
