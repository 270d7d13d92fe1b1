/** Pages of documents along the index of their instant. The conditions match `sumSales`. */
import type { Currency, PaymentProvider } from '@playhub/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Period } from '../../platform/time-zone.ts'

const pageSize = 500

export type DocumentRecord = {
  at: number
  receiptNumber: string | null
  orderId: string
  documentId: string
  project: string
  itemId: string
  title: string
  provider: string
  providerId: string | null
  currency: string
  amountMinor: number
  playerId: string
  operator: string | null
}

export type DocumentsFilter = Period & {
  projects?: string[] | undefined
  providers?: PaymentProvider[] | undefined
  currency?: Currency | undefined
}
/** The last row of the page before. */
export type DocumentKey = { at: number; id: string }

export function readSalesPage(
  db: Db,
  filter: DocumentsFilter,
  after?: DocumentKey,
): Promise<DocumentRecord[]> {
  return readPage(
    db,
    sql`
    select ${sharedColumns}, orders.paid_at as at, orders.id as document_id, orders.provider as provider,
      attempts.provider_payment_id as provider_id, orders.currency as currency, orders.amount_minor as amount_minor,
      cast(null as text) as operator
    from orders
      left join attempts on attempts.id = orders.paid_attempt_id
      left join receipts on receipts.order_id = orders.id
    where orders.status = 'paid' and ${matches(filter, 'orders', 'paid_at', after)}
    order by orders.paid_at, orders.id`,
  )
}

export function readRefundsPage(
  db: Db,
  filter: DocumentsFilter,
  after?: DocumentKey,
): Promise<DocumentRecord[]> {
  return readPage(
    db,
    sql`
    select ${sharedColumns}, refunds.settled_at as at, refunds.id as document_id, attempts.provider as provider,
      refunds.provider_refund_id as provider_id, refunds.currency as currency, refunds.amount_minor as amount_minor,
      refunds.operator as operator
    from refunds
      join orders on orders.id = refunds.order_id
      join attempts on attempts.id = refunds.attempt_id
      left join receipts on receipts.order_id = orders.id
    where refunds.state = 'succeeded' and refunds.attempt_id = orders.paid_attempt_id
      and ${matches(filter, 'refunds', 'settled_at', after)}
    order by refunds.settled_at, refunds.id`,
  )
}

export function readDisputesPage(
  db: Db,
  filter: DocumentsFilter,
  after?: DocumentKey,
): Promise<DocumentRecord[]> {
  return readPage(
    db,
    sql`
    select ${sharedColumns}, disputes.settled_at as at, disputes.id as document_id, attempts.provider as provider,
      disputes.provider_dispute_id as provider_id, disputes.currency as currency,
      disputes.amount_minor as amount_minor, cast(null as text) as operator
    from disputes
      join orders on orders.id = disputes.order_id
      join attempts on attempts.id = disputes.attempt_id
      left join receipts on receipts.order_id = orders.id
    where disputes.state = 'lost' and disputes.attempt_id = orders.paid_attempt_id
      and ${matches(filter, 'disputes', 'settled_at', after)}
    order by disputes.settled_at, disputes.id`,
  )
}

const sharedColumns = sql`receipts.number as receipt_number, orders.id as order_id, orders.project as project,
  orders.item_id as item_id, orders.title_en as title, orders.player_id as player_id`

async function readPage(db: Db, query: RawBuilder<unknown>): Promise<DocumentRecord[]> {
  const { rows } = await sql<DocumentRecord>`${query} limit ${sql.lit(pageSize)}`.execute(db)
  return rows
}

function matches(
  { from, until, projects, providers, currency }: DocumentsFilter,
  table: 'orders' | 'refunds' | 'disputes',
  instant: string,
  after: DocumentKey | undefined,
): RawBuilder<unknown> {
  const at = sql.ref(`${table}.${instant}`)
  const provider = sql.ref(table === 'orders' ? 'orders.provider' : 'attempts.provider')
  const conditions = [sql`${at} >= ${after?.at ?? from}`, sql`${at} < ${until}`]
  if (after) conditions.push(sql`(${at}, ${sql.ref(`${table}.id`)}) > (${after.at}, ${after.id})`)
  if (providers?.length) conditions.push(sql`${provider} in (${sql.join(providers)})`)
  if (currency !== undefined) conditions.push(sql`${sql.ref(`${table}.currency`)} = ${currency}`)
  if (projects?.length === 0) conditions.push(sql`1 = 0`)
  else if (projects !== undefined) conditions.push(sql`orders.project in (${sql.join(projects)})`)
  return sql.join(conditions, sql` and `)
}
