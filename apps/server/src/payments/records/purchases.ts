import type { Purchase, RefusalCode } from '@playhub/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { Refusal } from '../../platform/refusal.ts'
import { closePrepaymentJob } from '../jobs.ts'
import { type Providers, takesPrepayments } from '../provider.ts'
import { parseLines } from './order.ts'
import { consumeGranted, findPurchase, insertFurtherPurchases, insertPurchase } from './purchase-store.ts'
import type { OrderRow, PurchaseRow } from './tables.ts'

/** Grants every unit of the order. @returns  the first one; undefined when the order has its purchase already */
export async function grantPurchase(tx: Tx, order: OrderRow, now: number): Promise<PurchaseRow | undefined> {
  const [first, ...further] = toUnits(order).map((itemId, unit) => ({
    id: newId(),
    orderId: order.id,
    playerId: order.playerId,
    project: order.project,
    itemId,
    state: 'granted' as const,
    createdAt: now,
    consumedAt: null,
    decidedState: null,
    unit,
  }))
  if (!first) throw new Error(`Order ${order.id} has no units`)
  const { unit: _, ...purchase } = first
  if (!(await insertPurchase(tx, purchase))) return undefined
  if (further.length > 0) await insertFurtherPurchases(tx, further)
  return purchase
}

/** An item's id for each unit. */
function toUnits(order: Pick<OrderRow, 'itemId' | 'lines'>): string[] {
  const lines = parseLines(order)
  return lines.length === 0
    ? [order.itemId]
    : lines.flatMap(({ itemId, quantity }) => Array.from({ length: quantity }, () => itemId))
}

/**
 * Marks a purchase as consumed. Idempotent; exactly one call gets `alreadyConsumed: false`.
 * @throws Refusal PURCHASE_NOT_FOUND; PURCHASE_FROZEN while its money is disputed or being refunded; PURCHASE_REVOKED
 *         afterwards
 */
export async function consumePurchase(
  { db, clock, jobs, providers }: { db: Db; clock: Clock; jobs: Jobs; providers: Providers },
  playerId: string,
  purchaseId: string,
): Promise<Purchase & { alreadyConsumed: boolean }> {
  const consumedNow = await consumeGranted(db, playerId, purchaseId, clock.now())
  if (consumedNow && takesPrepayments({ providers }))
    await jobs.enqueue(db, closePrepaymentJob(consumedNow.orderId))
  const purchase = consumedNow ?? (await findPurchase(db, purchaseId))
  if (purchase?.playerId !== playerId) throw new Refusal('PURCHASE_NOT_FOUND')
  if (purchase.state !== 'consumed') throw new Refusal(consumeRefusals[purchase.state])
  return { ...toPurchase(purchase), alreadyConsumed: consumedNow === undefined }
}

const consumeRefusals: Record<Exclude<PurchaseRow['state'], 'consumed'>, RefusalCode> = {
  granted: 'PURCHASE_NOT_FOUND',
  frozen: 'PURCHASE_FROZEN',
  revoked: 'PURCHASE_REVOKED',
}

export function toPurchase({ id, project, itemId, orderId, state, createdAt }: PurchaseRow): Purchase {
  return { id, project, itemId, paymentId: orderId, state, createdAt }
}
