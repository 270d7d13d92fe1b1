import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { OrderRow } from '../tables.ts'
import { findOrderOf } from './order-store.ts'

/** @throws Refusal PAYMENT_NOT_FOUND, also for another player's order: its existence is nobody else's business. */
export async function orderOf({ db }: { db: Db }, playerId: string, orderId: string): Promise<OrderRow> {
  const order = await findOrderOf(db, playerId, orderId)
  if (!order) throw new Refusal('PAYMENT_NOT_FOUND')
  return order
}
