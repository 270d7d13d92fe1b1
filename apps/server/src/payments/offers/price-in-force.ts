import { type Item, isAudience, namesItem, type Offer } from '../../catalogue/index.ts'
import type { Tx } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { parseOfferIds } from '../records/order.ts'
import { setPriceUntil } from '../records/order-store.ts'
import type { OrderRow } from '../records/tables.ts'
import { findOrderCode } from './entered-code.ts'
import { quoteFor, readFacts } from './facts.ts'
import { findPriceUntil, keepsPriceMs, refuseChangedPrice, toPricedOrder } from './order-quote.ts'
import { listOwnedAdditions } from './owns-line.ts'
import { hasReservation, OfferUsedUp, planUses, readTime, refuseUsedUp, reserveUses } from './reserve.ts'
import { deleteUses } from './use-store.ts'

/**
 * Checks an unpaid order before its payment is opened. Its offers may have ended more than an hour ago, or be for others than
 * its player by now, and it may have given back its share of them, which it takes again. The player may own what they add.
 * @throws Refusal PRICE_CHANGED, LIMIT_REACHED
 */
export async function expectPriceInForce(deps: Deps, tx: Tx, order: OrderRow): Promise<void> {
  if (order.offerIds === null) return
  const { zone, now } = readTime(deps)
  const item = deps.catalogue.item(order.itemId)
  const offers = deps.catalogue.project(order.project)?.offers ?? []
  const quoteNow = async (usedUp: string[]) => {
    if (!item) return toPricedOrder(order)
    const code = await findOrderCode(tx, order, offers)
    return quoteFor({ ...deps, db: tx }, item, { playerId: order.playerId, codeOffer: code?.offerId, usedUp })
  }
  const used = offers.filter(({ id }) => parseOfferIds(order).includes(id))
  if (now >= findPriceEnd(order, item, used) || !(await areForPlayer(tx, order, used, now))) {
    const quote = await quoteNow([])
    if (!item || !isSameQuote(quote, toPricedOrder(order))) throw refuseChangedPrice(quote)
    await setPriceUntil(tx, order.id, findPriceUntil(used))
  }
  if ((await listOwnedAdditions(deps, tx, order)).length > 0) throw refuseChangedPrice(await quoteNow([]))
  if (!item || (await hasReservation(tx, order.id))) return
  const uses = planUses({ offerIds: parseOfferIds(order) }, { item, offers, codeId: order.codeId, zone, now })
  await deleteUses(tx, order.id)
  try {
    await reserveUses(deps, tx, order, uses)
  } catch (error) {
    if (!(error instanceof OfferUsedUp)) throw error
    // A limit leaves no other price; an offer or a code that is used up does.
    if (error.use.per) refuseUsedUp(error, { zone, now })
    throw refuseChangedPrice(await quoteNow([error.use.offerId]))
  }
}

/** Staff may have changed or removed an offer since the order was created. */
function findPriceEnd(order: OrderRow, item: Item | undefined, used: readonly Offer[]): number {
  const ends = parseOfferIds(order).map((id) => {
    const offer = used.find((one) => one.id === id && item && namesItem(one, item.id))
    const end = offer ? (offer.until ?? Number.POSITIVE_INFINITY) : order.createdAt
    return end + keepsPriceMs
  })
  return Math.min(order.priceUntil ?? Number.POSITIVE_INFINITY, ...ends)
}

/** True while the offers are for the player, and for an hour after a return has passed. A payment ends a first purchase at once. */
async function areForPlayer(
  tx: Tx,
  { project: id, playerId }: OrderRow,
  offers: Offer[],
  now: number,
): Promise<boolean> {
  const audiences = offers.flatMap((offer) => ('for' in offer ? [offer.for] : []))
  const times = await Promise.all(
    [now, now - keepsPriceMs].map(async (time) => {
      const facts = await readFacts(tx, { id, items: [], offers }, { playerId }, time)
      return (audience: (typeof audiences)[number]) => isAudience(audience, facts, time)
    }),
  )
  return audiences.every((audience) => times.some((holds) => holds(audience)))
}

type Terms = Pick<ReturnType<typeof toPricedOrder>, 'price' | 'lines' | 'offerIds'>

const isSameQuote = (one: Terms, other: Terms): boolean =>
  [one, other]
    .map(({ price: { RUB, USD }, lines, offerIds }) => JSON.stringify([RUB, USD, lines, offerIds]))
    .every((text, _, [first]) => text === first)

/** True for a refusal of `expectPriceInForce`. */
export const isPriceRefusal = (error: unknown): boolean =>
  error instanceof Refusal && ['PRICE_CHANGED', 'LIMIT_REACHED'].includes(error.code)
