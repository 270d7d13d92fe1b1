import type { Money } from '@playhub/contract'
import type { Db } from '../../platform/database/database.ts'
import type { GiftRow } from '../records/tables.ts'

export async function insertGift(db: Db, gift: GiftRow): Promise<void> {
  await db.insertInto('gifts').values(gift).execute()
}

/** Goodwill refunds by staff that have not failed, and gifts, by currency. */
export async function sumGivenForOrder(db: Db, orderId: string): Promise<Money[]> {
  const refunds = selectRefunds(db).where('refunds.orderId', '=', orderId)
  const gifts = selectGifts(db).where('orderId', '=', orderId)
  return toSums(await refunds.unionAll(gifts).execute())
}

/** The same by one operator since an instant. */
export async function sumGivenByOperator(db: Db, operatorId: string, since: number): Promise<Money[]> {
  const refunds = selectRefunds(db)
    .where('refunds.operatorId', '=', operatorId)
    .where('refunds.createdAt', '>=', since)
  const gifts = selectGifts(db).where('operatorId', '=', operatorId).where('createdAt', '>=', since)
  return toSums(await refunds.unionAll(gifts).execute())
}

/** Without those of a refund that failed or was undone. */
export async function countGifts(db: Db, operatorId: string, since: number): Promise<number> {
  const { count } = await db
    .selectFrom('gifts')
    .leftJoin('refunds', 'refunds.id', 'gifts.refundId')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('gifts.operatorId', '=', operatorId)
    .where('gifts.createdAt', '>=', since)
    .where((eb) => eb.or([eb('refunds.state', 'is', null), eb('refunds.state', '<>', 'failed')]))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const selectRefunds = (db: Db) =>
  db
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.paidAttemptId', 'refunds.attemptId')
    .select(['refunds.currency', ({ fn }) => fn.sum('refunds.amountMinor').as('amountMinor')])
    .where('refunds.state', '<>', 'failed')
    .where('refunds.requestedBy', '=', 'operator')
    .where('refunds.declaredAt', 'is', null)
    .groupBy('refunds.currency')

const selectGifts = (db: Db) =>
  db
    .selectFrom('gifts')
    .select(['currency', ({ fn }) => fn.sum('amountMinor').as('amountMinor')])
    .groupBy('currency')

/** PostgreSQL returns sums as text. */
const toSums = (rows: { currency: Money['currency']; amountMinor: unknown }[]): Money[] =>
  rows.map(({ currency, amountMinor }) => ({ currency, amountMinor: Number(amountMinor) }))
