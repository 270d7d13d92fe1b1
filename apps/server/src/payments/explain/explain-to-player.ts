import type { Db } from '../../platform/database/database.ts'
import type { OrderRow } from '../records/tables.ts'
import { type ExplanationStyle, explainOrder, isFinished } from './explain-order.ts'
import { readOrderRecords } from './order-records.ts'
import { hasSomethingToExplain } from './order-state.ts'

/**
 * Explains orders to the player who placed them.
 * @returns  Sentences by order id. A finished order, such as a paid and delivered one, has none.
 */
export async function explainToPlayer(
  db: Db,
  orders: OrderRow[],
  style: Omit<ExplanationStyle, 'audience'>,
): Promise<Map<string, string>> {
  const ids = await listUnfinished(db, orders)
  if (ids.length === 0) return new Map()
  const records = await readOrderRecords(
    db,
    orders.filter(({ id }) => ids.includes(id)),
  )
  const sentences = records
    .filter((each) => !isFinished(each))
    .map((each): [string, string] => [
      each.order.id,
      explainOrder(each, { ...style, audience: 'player' }).sentence,
    ])
  return new Map(sentences)
}

/** Keeps a page of finished orders at one statement. */
async function listUnfinished(db: Db, orders: OrderRow[]): Promise<string[]> {
  if (orders.length === 0) return []
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where(
      'id',
      'in',
      orders.map(({ id }) => id),
    )
    .where(hasSomethingToExplain)
    .execute()
  return rows.map(({ id }) => id)
}
