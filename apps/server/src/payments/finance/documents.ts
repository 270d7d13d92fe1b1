import * as z from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { dayIn } from '../../platform/time-zone.ts'
import {
  type DocumentKey,
  type DocumentRecord,
  type DocumentsFilter,
  readDisputesPage,
  readRefundsPage,
  readSalesPage,
} from './document-store.ts'
import { addOrderColumns, type OrderColumns } from './order-columns.ts'

/** A line of the accounting export. Sums of `amountMinor` by currency are what the publisher keeps. */
export const FinanceDocument = z.object({
  day: z.string().describe('In the time zone beside it'),
  timeZone: z.string(),
  kind: z.enum(['sale', 'refund', 'dispute-lost']),
  at: z.int(),
  receiptNumber: z.string().nullable(),
  orderId: z.string(),
  documentId: z.string().describe('Id of the order, refund or dispute'),
  project: z.string(),
  itemId: z.string(),
  title: z.string(),
  provider: z.string(),
  providerId: z.string().nullable().describe('Id of the payment, refund or dispute at the provider'),
  currency: z.string(),
  amountMinor: z.int().describe('Negative for refunds and lost disputes'),
  playerId: z.string(),
  operator: z.string().nullable().describe('Who asked for a refund; empty for sales and disputes'),
})
export type FinanceDocument = z.infer<typeof FinanceDocument>

export type DocumentsQuery = DocumentsFilter & { zone: string }

/** Sales, then refunds, then lost disputes, each in the order they happened. Reads a page at a time. */
export async function* listDocuments(
  db: Db,
  { zone, ...filter }: DocumentsQuery,
): AsyncGenerator<FinanceDocument & OrderColumns> {
  const toDocument = (
    kind: FinanceDocument['kind'],
    { amountMinor, ...record }: DocumentRecord & OrderColumns,
  ): FinanceDocument & OrderColumns => ({
    ...{ day: dayIn(zone, record.at), timeZone: zone, kind, ...record },
    amountMinor: kind === 'sale' ? amountMinor : -amountMinor,
    ...(kind !== 'sale' && { listMinor: null, discountMinor: null }),
  })
  for await (const record of readPages(db, filter, readSalesPage)) yield toDocument('sale', record)
  for await (const record of readPages(db, filter, readRefundsPage)) yield toDocument('refund', record)
  for await (const record of readPages(db, filter, readDisputesPage)) yield toDocument('dispute-lost', record)
}

type ReadPage = (db: Db, filter: DocumentsFilter, after: DocumentKey | undefined) => Promise<DocumentRecord[]>

async function* readPages(
  db: Db,
  filter: DocumentsFilter,
  readPage: ReadPage,
): AsyncGenerator<DocumentRecord & OrderColumns> {
  let after: DocumentKey | undefined
  for (;;) {
    const records = await readPage(db, filter, after)
    yield* await addOrderColumns(db, records, ({ orderId }) => orderId)
    const last = records.at(-1)
    if (!last) return
    after = { at: last.at, id: last.documentId }
  }
}
