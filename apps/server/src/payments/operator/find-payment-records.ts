/** Looks up payment records by exactly one id or number, for the console's search. */

import { paymentProviders } from '@playhub/contract'
import type { Db } from '../../platform/database/database.ts'
import { toInList } from '../../platform/ids.ts'
import { getTitle } from '../records/order.ts'

export const paymentRecordKinds = ['order', 'receipt', 'webhook', 'refund', 'dispute'] as const
export type PaymentRecordKind = (typeof paymentRecordKinds)[number]

export type PaymentRecord = { id: string; orderId: string; project: string; title: string; detail: string }

type Lookup = {
  text: string
  /** Projects whose records the operator may see; undefined: all. */
  projects: string[] | undefined
  limit: number
  /** Of the titles. */
  language: string
}

/** Records of one kind named by the text, newest first. */
export async function findPaymentRecords(
  db: Db,
  kind: PaymentRecordKind,
  { text, projects, limit, language }: Lookup,
): Promise<PaymentRecord[]> {
  const found = await finders[kind](db, text, limit)
  if (found.length === 0) return []
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'project', 'titles', 'titleRu', 'titleEn'])
    .where(
      'id',
      'in',
      found.map(({ orderId }) => orderId),
    )
    .$if(projects !== undefined, (query) => query.where('project', 'in', toInList(projects)))
    .execute()
  const byId = new Map(orders.map((order) => [order.id, order]))
  return found.flatMap(({ id, orderId, detail }) => {
    const order = byId.get(orderId)
    return order ? [{ id, orderId, project: order.project, title: getTitle(order, language), detail }] : []
  })
}

type Found = { id: string; orderId: string; detail: string }

const finders: Record<PaymentRecordKind, (db: Db, text: string, limit: number) => Promise<Found[]>> = {
  order: findOrders,
  receipt: (db, text, limit) =>
    db
      .selectFrom('receipts')
      .select(['orderId as id', 'orderId', 'number as detail'])
      .where('number', '=', text.toUpperCase())
      .limit(limit)
      .execute(),
  webhook: (db, text, limit) =>
    db
      .selectFrom('webhooks')
      .select(['id', 'orderId', 'type as detail'])
      .where('id', '=', text.toLowerCase())
      .limit(limit)
      .execute(),
  refund: (db, text, limit) => {
    const refunds = db.selectFrom('refunds').select(['id', 'orderId', 'state as detail'])
    return refunds
      .where('id', '=', text.toLowerCase())
      .unionAll(refunds.where('providerRefundId', '=', text))
      .limit(limit)
      .execute()
  },
  dispute: (db, text, limit) => {
    const disputes = db.selectFrom('disputes').select(['id', 'orderId', 'state as detail'])
    return disputes
      .where('id', '=', text.toLowerCase())
      .unionAll(disputes.where('providerDisputeId', '=', text))
      .limit(limit)
      .execute()
  },
}

function findOrders(db: Db, text: string, limit: number): Promise<Found[]> {
  const attempts = db
    .selectFrom('attempts')
    .select('orderId')
    // The index begins with the provider.
    .where('provider', 'in', paymentProviders)
    .where('providerPaymentId', '=', text)
  const ids = db
    .selectFrom('orders')
    .select('id as orderId')
    .where('id', '=', text.toLowerCase())
    .unionAll(attempts)
  return db
    .selectFrom('orders')
    .select(['id', 'id as orderId', 'status as detail'])
    .where('id', 'in', ids)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
