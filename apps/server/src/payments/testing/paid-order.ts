import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { grantPurchase } from '../attempts/settlement.ts'
import { paymentPaid } from '../notices/notice.ts'
import { insertNotice } from '../notices/notice-store.ts'
import { newNotice, tellJob } from '../notices/notices.ts'
import { insertOrder } from '../orders/order-store.ts'
import type { OrderRow } from '../tables.ts'

/** An order as it is once paid. */
export function paidOrder(playerId: string, project: string, now: number): OrderRow {
  return {
    id: newId(),
    playerId,
    project,
    itemId: `${project}-hints`,
    titleRu: 'Пять подсказок',
    titleEn: 'Five hints',
    priceRubMinor: 9900,
    priceUsdMinor: 99,
    language: 'en',
    status: 'paid',
    provider: 'stripe',
    currency: 'USD',
    amountMinor: 99,
    createdAt: now,
    startedAt: now,
    paidAt: now,
    paidAttemptId: null,
    refundedMinor: 0,
    metadata: '{}',
  }
}

/** Writes down a paid order with its purchase and its notice, and plans the telling. @returns  the notice's id */
export async function insertPaid(tx: Tx, jobs: Jobs, order: OrderRow): Promise<string> {
  await insertOrder(tx, order)
  const purchase = await grantPurchase(tx, order, order.createdAt)
  const notice = newNotice(order, paymentPaid(order, purchase))
  await insertNotice(tx, notice)
  await jobs.enqueue(tx, tellJob(order))
  return notice.id
}
