import type { Db } from '../../platform/database/database.ts'
import { toInList } from '../../platform/ids.ts'
import { getCountry } from '../buyer-country.ts'
import { parseOfferIds } from '../records/order.ts'
import type { OrderRow, ReceiptContent } from '../records/tables.ts'

/** What the exports of orders, refunds, disputes and documents tell about the order. */
export type OrderColumns = {
  receiptNumber: string | null
  fiscalDocument: string | null
  fiscalStorage: string | null
  fiscalAttribute: string | null
  buyerCountry: string | null
  /** In the order's currency; null while unpaid. */
  listMinor: number | null
  discountMinor: number | null
  /** Ids, separated by commas; null for none. */
  offers: string | null
}

type Charged = Pick<OrderRow, 'currency' | 'amountMinor' | 'listRubMinor' | 'listUsdMinor'>
type Known = OrderColumns & { itemId: string; giver: string | null }

/** Adds the columns to a page of rows. */
export async function addOrderColumns<Row>(
  db: Db,
  rows: Row[],
  getOrderId: (row: Row) => string,
): Promise<(Row & Known)[]> {
  const known = await readByOrder(db, [...new Set(rows.map(getOrderId))])
  return rows.map((row) => ({ ...row, ...(known.get(getOrderId(row)) ?? unknown) }))
}

const noFiscal = { fiscalDocument: null, fiscalStorage: null, fiscalAttribute: null }
const noPrice = { listMinor: null, discountMinor: null }
const unknown: Known = {
  ...{ ...noFiscal, ...noPrice, receiptNumber: null, buyerCountry: null, offers: null },
  ...{ itemId: '', giver: null },
}

async function readByOrder(db: Db, orderIds: string[]): Promise<Map<string, Known>> {
  const rows = await db
    .selectFrom('orders')
    .leftJoin('receipts', 'receipts.orderId', 'orders.id')
    .select(['orders.id', 'orders.itemId', 'orders.countryByNetwork', 'orders.countryByCard'])
    .select(['orders.currency', 'orders.amountMinor', 'orders.listRubMinor', 'orders.listUsdMinor'])
    .select(['orders.offerIds', 'receipts.number', 'receipts.content'])
    .where('orders.id', 'in', toInList(orderIds))
    .execute()
  const gifts = await db
    .selectFrom('gifts')
    .select(['orderId', 'operator'])
    .where('orderId', 'in', toInList(orderIds))
    .where('refundId', 'is', null)
    .orderBy('id')
    .execute()
  const givers = new Map(gifts.map(({ orderId, operator }) => [orderId, operator]))
  return new Map(
    rows.map(({ id, itemId, number, content, ...order }) => [
      id,
      {
        ...{ itemId, receiptNumber: number, giver: givers.get(id) ?? null },
        buyerCountry: getCountry(order),
        offers: parseOfferIds(order).join(', ') || null,
        ...readFiscalNumbers(content),
        ...readDiscount(order),
      },
    ]),
  )
}

function readDiscount(order: Charged): Pick<OrderColumns, 'listMinor' | 'discountMinor'> {
  const { currency, amountMinor } = order
  if (currency === null || amountMinor === null) return noPrice
  const listMinor = (currency === 'RUB' ? order.listRubMinor : order.listUsdMinor) ?? amountMinor
  return { listMinor, discountMinor: listMinor - amountMinor }
}

function readFiscalNumbers(content: string | null) {
  const fiscal = content === null ? null : (JSON.parse(content) as ReceiptContent).fiscal
  if (!fiscal) return noFiscal
  const { document, storage, attribute } = fiscal
  return { fiscalDocument: document, fiscalStorage: storage, fiscalAttribute: attribute }
}
