import type { Offer } from '../../catalogue/index.ts'
import type { Tx } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { parseOfferIds } from '../records/order.ts'
import type { OrderRow } from '../records/tables.ts'
import { findOrderCode } from './entered-code.ts'
import { quoteFor } from './facts.ts'
import { keepsPriceMs, refuseChangedPrice, toPricedOrder } from './order-quote.ts'
import { listOwnedAdditions } from './owns-line.ts'
import { hasReservation, OfferUsedUp, planUses, readTime, refuseUsedUp, reserveUses } from './reserve.ts'
import { deleteUses } from './use-store.ts'

/**
 * Checks an unpaid order before its payment is opened: its offers may have ended more than an hour ago, and it may have given
 * back its share of them, which it takes again. The player may own what they add.
 * @throws Refusal PRICE_CHANGED, LIMIT_REACHED
 */
export async function expectPriceInForce(deps: Deps, tx: Tx, order: OrderRow): Promise<void> {
  const { zone, now } = readTime(deps)
  const item = deps.catalogue.item(order.itemId)
  const offers = deps.catalogue.project(order.project)?.offers ?? []
  const refuse = async (usedUp: string[]) => {
    if (!item) return refuseChangedPrice(toPricedOrder(order))
    const code = await findOrderCode(tx, order, offers)
    const buyer = { playerId: order.playerId, codeOffer: code?.offerId, usedUp }
    return refuseChangedPrice(await quoteFor({ ...deps, db: tx }, item, buyer))
  }
  if (order.offerIds === null) return
  if (now >= findPriceEnd(order, offers)) throw await refuse([])
  if ((await listOwnedAdditions(deps, tx, order)).length > 0) throw await refuse([])
  if (!item || (await hasReservation(tx, order.id))) return
  const uses = planUses({ offerIds: parseOfferIds(order) }, { item, offers, codeId: order.codeId, zone, now })
  await deleteUses(tx, order.id)
  try {
    await reserveUses(deps, tx, order, uses)
  } catch (error) {
    if (!(error instanceof OfferUsedUp)) throw error
    // A limit leaves no other price; an offer or a code that is used up does.
    if (error.use.per) refuseUsedUp(error, { zone, now })
    throw await refuse([error.use.offerId])
  }
}

/** Staff may have ended or removed an offer since the order was created. */
function findPriceEnd(order: OrderRow, offers: readonly Offer[]): number {
  const ends = parseOfferIds(order).map((id) => {
    const offer = offers.find((one) => one.id === id)
    const end = offer ? (offer.until ?? Number.POSITIVE_INFINITY) : order.createdAt
    return end + keepsPriceMs
  })
  return Math.min(order.priceUntil ?? Number.POSITIVE_INFINITY, ...ends)
}

/** True for a refusal of `expectPriceInForce`. */
export const isPriceRefusal = (error: unknown): boolean =>
  error instanceof Refusal && ['PRICE_CHANGED', 'LIMIT_REACHED'].includes(error.code)
