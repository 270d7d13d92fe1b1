import { paymentProviders } from '@playhub/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { OrderRow } from '../records/tables.ts'

/**
 * Orders with that id, provider payment id or receipt number, or by one of the players, newest first. A union, because
 * PostgreSQL reads the whole table for an `or` with a subquery.
 */
export function listOrdersMatching(
  db: Db,
  text: string,
  playerIds: string[],
  limit: number,
): Promise<OrderRow[]> {
  const orders = db.selectFrom('orders').select('id')
  return db
    .selectFrom('orders')
    .selectAll()
    .where(
      'id',
      'in',
      selectOrderIds(db, text).unionAll(orders.where('playerId', 'in', [text.toLowerCase(), ...playerIds])),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** The order with that id, payment id at a provider or receipt number. */
export async function findOrderId(db: Db, text: string): Promise<string | undefined> {
  return (await selectOrderIds(db, text).executeTakeFirst())?.id
}

/** Like `findOrderId`: a payment id may exist at several providers. */
export async function listOrderIds(db: Db, text: string): Promise<string[]> {
  return (await selectOrderIds(db, text).execute()).map(({ id }) => id)
}

function selectOrderIds(db: Db, text: string) {
  const attempts = db
    .selectFrom('attempts')
    .select('orderId as id')
    // The index begins with the provider.
    .where('provider', 'in', paymentProviders)
    .where('providerPaymentId', '=', text)
  return db
    .selectFrom('orders')
    .select('id')
    .where('id', '=', text.toLowerCase())
    .unionAll(attempts)
    .unionAll(db.selectFrom('receipts').select('orderId as id').where('number', '=', text.toUpperCase()))
}

/** Orders whose payment is under way, those that were started first at the top. */
export function listOrdersPending(
  db: Db,
  { project, limit }: { project?: string | undefined; limit: number },
): Promise<OrderRow[]> {
  return (
    db
      .selectFrom('orders')
      .selectAll()
      // A literal, so that the partial index is used.
      .where('status', '=', sql.lit('pending'))
      .where((eb) => eb.and({ project }))
      .orderBy('startedAt')
      .limit(limit)
      .execute()
  )
}
