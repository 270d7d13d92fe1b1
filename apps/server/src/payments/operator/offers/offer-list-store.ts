import type { Currency } from '@playhub/contract'
import type { CodeBatch } from '@playhub/contract/operator'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import type { OfferUseState } from '../../records/tables.ts'
import { listPrice } from '../sales-store.ts'

export type OfferSum = {
  offerId: string
  /** Null for gifts, which cost nothing. */
  currency: Currency | null
  uses: number
  usesOver: number
  /** Without refunds and lost disputes. */
  revenueMinor: number
  /** Below the list price. */
  discountMinor: number
}

/** Sums of paid orders by offer and currency. Item limits, which are stored beside the uses of offers, are left out. */
export async function sumOffers(db: Db, project: string): Promise<OfferSum[]> {
  const { rows } = await sql<OfferSum>`
    select offer_uses.offer_id as offer_id, orders.currency as currency,
      count(*) as uses,
      sum(case when offer_uses.state = 'over' then 1 else 0 end) as uses_over,
      cast(coalesce(sum(orders.amount_minor - orders.refunded_minor), 0) as bigint) as revenue_minor,
      cast(coalesce(sum(${listPrice} - orders.amount_minor), 0) as bigint) as discount_minor
    from offer_uses join orders on orders.id = offer_uses.order_id
    where offer_uses.project = ${project} and offer_uses.offer_id not like 'limit:%'
      and offer_uses.state in ('used', 'over')
    group by 1, 2`.execute(db)
  return rows.map((row) => ({ ...row, usesOver: Number(row.usesOver) }))
}

/** Codes that are not revoked, by offer. */
export async function countCodes(db: Db, project: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('codeBatches')
    .select(({ fn }) => ['offerId', fn.sum<number | string>('codes').as('codes')])
    .where('project', '=', project)
    .where('revokedAt', 'is', null)
    .groupBy('offerId')
    .execute()
  return new Map(rows.map(({ offerId, codes }) => [offerId, Number(codes)]))
}

type BatchFilter = { project: string; offer?: string | undefined }
type Page = { limit: number; before?: string | undefined }

/** Newest first. */
export async function listBatches(
  db: Db,
  { project, offer }: BatchFilter,
  { limit, before }: Page,
): Promise<CodeBatch[]> {
  const rows = await selectBatches(db)
    .where('project', '=', project)
    .$if(offer !== undefined, (query) => query.where('offerId', '=', offer ?? ''))
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toBatch)
}

export async function findBatch(db: Db, id: string): Promise<CodeBatch | undefined> {
  const row = await selectBatches(db).where('id', '=', id).executeTakeFirst()
  return row && toBatch(row)
}

const selectBatches = (db: Db) =>
  db
    .selectFrom('codeBatches')
    .selectAll()
    .select([sumCodes('used').as('used'), sumCodes('useLimit').as('uses')])

const sumCodes = (column: 'used' | 'useLimit') =>
  sql<number | string | null>`(select sum(${sql.ref(column)}) from offer_codes
    where offer_codes.batch_id = code_batches.id)`

type BatchRow = Omit<CodeBatch, 'used' | 'uses'> & Record<'used' | 'uses', number | string | null>

const toBatch = ({ used, uses, ...batch }: BatchRow): CodeBatch => ({
  ...batch,
  used: Number(used ?? 0),
  uses: Number(uses ?? 0),
})

type UseFilter = {
  project: string
  /** Default: all. */
  offer?: string | undefined
  state?: OfferUseState | undefined
  batch?: string | undefined
}

/** Newest first. */
export function listUses(db: Db, { project, offer, state, batch }: UseFilter, { limit, before }: Page) {
  return db
    .selectFrom('offerUses')
    .innerJoin('orders', 'orders.id', 'offerUses.orderId')
    .leftJoin('offerCodes', 'offerCodes.id', 'offerUses.codeId')
    .select(['offerUses.id', 'offerUses.playerId', 'offerUses.orderId', 'offerUses.state'])
    .select(['offerUses.createdAt', 'offerCodes.batchId', 'orders.currency', 'orders.amountMinor'])
    .select(['offerUses.project', 'offerUses.offerId', listPrice.as('listMinor')])
    .where('offerUses.project', '=', project)
    .where('offerUses.offerId', 'not like', 'limit:%')
    .$if(offer !== undefined, (query) => query.where('offerUses.offerId', '=', offer ?? ''))
    .$if(state !== undefined, (query) => query.where('offerUses.state', '=', state ?? 'used'))
    .$if(batch !== undefined, (query) => query.where('offerCodes.batchId', '=', batch ?? ''))
    .$if(before !== undefined, (query) => query.where('offerUses.id', '<', before ?? ''))
    .orderBy('offerUses.id', 'desc')
    .limit(limit)
    .execute()
}
