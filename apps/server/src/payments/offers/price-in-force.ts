import type { Tx } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { parseOfferIds } from '../records/order.ts'
import type { OrderRow } from '../records/tables.ts'
import { quoteFor } from './facts.ts'
import { quoteOfOrder, refuseChangedPrice } from './order-quote.ts'
import { hasReleasedUses, OfferUsedUp, planUses, readTime, refuseUsedUp, reserveUses } from './reserve.ts'
import { deleteUses } from './use-store.ts'

/**
 * Checks an unpaid order before its payment is opened: its offers may have ended more than an hour ago, and it may have given
 * back its share of them, which it takes again.
 * @throws Refusal PRICE_CHANGED, CODE_USED, LIMIT_REACHED
 */
export async function expectPriceInForce(deps: Deps, tx: Tx, order: OrderRow): Promise<void> {
  const { zone, now } = readTime(deps)
  const item = deps.catalogue.item(order.itemId)
  const refuse = async (usedUp: string[]) =>
    refuseChangedPrice(
      item
        ? await quoteFor({ ...deps, db: tx }, item, { playerId: order.playerId, usedUp })
        : quoteOfOrder(order),
    )
  if (order.priceUntil !== null && now >= order.priceUntil) throw await refuse([])
  if (!item || !(await hasReleasedUses(tx, order))) return
  const offers = deps.catalogue.project(order.project)?.offers ?? []
  const uses = planUses({ offerIds: parseOfferIds(order) }, { item, offers, codeId: order.codeId, zone, now })
  await deleteUses(tx, order.id)
  try {
    await reserveUses(deps, tx, order, uses)
  } catch (error) {
    if (!(error instanceof OfferUsedUp)) throw error
    refuseUsedUp(error, { zone, now })
    throw await refuse([error.use.offerId])
  }
}

/** True for a refusal of `expectPriceInForce`. */
export const isPriceRefusal = (error: unknown): boolean =>
  error instanceof Refusal && ['PRICE_CHANGED', 'CODE_USED', 'LIMIT_REACHED'].includes(error.code)
