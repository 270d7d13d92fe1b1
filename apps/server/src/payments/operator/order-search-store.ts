import type { Db } from '../../platform/database/database.ts'
import type { OrderRow } from '../ledger/tables.ts'

/** Orders with that id, payment id at a provider or receipt number, or of one of the players, newest first. */
export function listOrdersMatching(
  db: Db,
  text: string,
  playerIds: string[],
  limit: number,
): Promise<OrderRow[]> {
  return db
    .selectFrom('orders')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('id', '=', text.toLowerCase()),
        eb('playerId', 'in', [text.toLowerCase(), ...playerIds]),
        eb('id', 'in', eb.selectFrom('attempts').select('orderId').where('providerPaymentId', '=', text)),
        eb('id', 'in', eb.selectFrom('receipts').select('orderId').where('number', '=', text)),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
