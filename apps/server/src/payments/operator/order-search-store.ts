import { paymentProviders } from '@playhub/contract'
import type { Db } from '../../platform/database/database.ts'
import type { OrderRow } from '../ledger/tables.ts'

/**
 * Orders with that id, payment id at a provider or receipt number, or of one of the players, newest first. A union, because
 * PostgreSQL reads the whole table for an `or` with a subquery.
 */
export function listOrdersMatching(
  db: Db,
  text: string,
  playerIds: string[],
  limit: number,
): Promise<OrderRow[]> {
  const orders = db.selectFrom('orders').select('id')
  const attempts = db
    .selectFrom('attempts')
    .select('orderId as id')
    // The index begins with the provider.
    .where('provider', 'in', paymentProviders)
    .where('providerPaymentId', '=', text)
  return db
    .selectFrom('orders')
    .selectAll()
    .where(
      'id',
      'in',
      orders
        .where('id', '=', text.toLowerCase())
        .unionAll(orders.where('playerId', 'in', [text.toLowerCase(), ...playerIds]))
        .unionAll(attempts)
        .unionAll(db.selectFrom('receipts').select('orderId as id').where('number', '=', text)),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
