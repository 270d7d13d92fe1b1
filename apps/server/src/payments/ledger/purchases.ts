import type { Purchase, RefusalCode } from '@playhub/contract'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { consumeGranted, findPurchaseOf, listGrantedPurchases } from './purchase-store.ts'
import type { PurchaseRow } from './tables.ts'

export async function ownedPurchases(
  { db }: Deps,
  playerId: string,
  project: string | undefined,
): Promise<Purchase[]> {
  const purchases = await listGrantedPurchases(db, playerId, project)
  return purchases.map(toPurchase)
}

/**
 * Marks a purchase as used. Safe to repeat; of several calls exactly one is told that it was the first.
 * @throws Refusal PURCHASE_NOT_FOUND, PURCHASE_FROZEN while its money is disputed or on its way back, PURCHASE_REVOKED
 *         when that has gone back
 */
export async function consumePurchase(
  { db, clock }: Deps,
  playerId: string,
  purchaseId: string,
): Promise<Purchase & { alreadyConsumed: boolean }> {
  const consumedNow = await consumeGranted(db, playerId, purchaseId, clock.now())
  const consumed = consumedNow ?? (await findPurchaseOf(db, playerId, purchaseId))
  if (consumed?.state !== 'consumed') throw new Refusal(refusalOf(consumed))
  return { ...toPurchase(consumed), alreadyConsumed: consumedNow === undefined }
}

function refusalOf(purchase: PurchaseRow | undefined): RefusalCode {
  if (purchase?.state === 'frozen') return 'PURCHASE_FROZEN'
  return purchase?.state === 'revoked' ? 'PURCHASE_REVOKED' : 'PURCHASE_NOT_FOUND'
}

export function toPurchase({ id, project, itemId, orderId, state, createdAt }: PurchaseRow): Purchase {
  return { id, project, itemId, paymentId: orderId, state, createdAt }
}
