/** A player's purchases, for operators. */

import type { Currency } from '@playhub/contract'
import type { Db } from '../../platform/database/database.ts'
import { toInList } from '../../platform/ids.ts'
import { listCards } from '../remembered-cards/card-store.ts'

/** Projects whose rows the operator may see; undefined: all. */
type Projects = string[] | undefined

/** Paid minus refunded, by currency. */
export async function sumSpent(db: Db, playerId: string, projects: Projects) {
  const sums = await db
    .selectFrom('orders')
    .select((eb) => [
      'currency',
      eb.fn.sum<number | string>(eb('amountMinor', '-', eb.ref('refundedMinor'))).as('minor'),
    ])
    .where('playerId', '=', playerId)
    .where('paidAt', 'is not', null)
    .where('currency', 'is not', null)
    .$if(projects !== undefined, (query) => query.where('project', 'in', toInList(projects)))
    .groupBy('currency')
    .orderBy('currency')
    .execute()
  return sums.map(({ currency, minor }) => ({ currency: currency as Currency, amountMinor: Number(minor) }))
}

/** A player's present and former purchases, newest first. */
export async function listPlayerPurchases(
  db: Db,
  {
    playerId,
    projects,
    cursor,
    limit,
  }: { playerId: string; projects: Projects; cursor?: string | undefined; limit: number },
) {
  const rows = await db
    .selectFrom('allPurchases')
    .innerJoin('orders', 'orders.id', 'allPurchases.orderId')
    .selectAll('allPurchases')
    .select(['orders.titleRu', 'orders.titleEn'])
    .where('allPurchases.playerId', '=', playerId)
    .$if(projects !== undefined, (query) => query.where('allPurchases.project', 'in', toInList(projects)))
    .$if(cursor !== undefined, (query) => query.where('allPurchases.id', '<', cursor ?? ''))
    .orderBy('allPurchases.id', 'desc')
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit)
  return { rows: shown, nextCursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null }
}

/** A player's remembered cards, newest first. */
export async function listPlayerCards(db: Db, playerId: string) {
  return (await listCards(db, playerId)).map(({ brand, last4, provider, createdAt }) => ({
    ...{ title: `${brand} •••• ${last4}`, provider, createdAt },
  }))
}
