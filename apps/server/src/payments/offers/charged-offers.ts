import { listWinners, type Offer } from '../../catalogue/index.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Deps } from '../deps.ts'
import { parseOfferIds } from '../records/order.ts'
import { setOrderOffers } from '../records/order-store.ts'
import type { OrderRow } from '../records/tables.ts'
import { releaseUse } from './reserve.ts'
import { listUsesByOrder } from './use-store.ts'

/**
 * Takes out of a paid order the offers that lower its price in another currency alone, and gives back what it holds of
 * them. Where the content has changed since, all of them count.
 */
export async function leaveOutUncharged(
  deps: Pick<Deps, 'catalogue'>,
  tx: Tx,
  order: OrderRow,
): Promise<OrderRow> {
  const used = parseOfferIds(order)
  const kept = used.length > 0 ? listCharged(deps, order, used) : used
  if (kept.length === used.length) return order
  for (const use of await listUsesByOrder(tx, order.id))
    if (used.includes(use.offerId) && !kept.includes(use.offerId)) await releaseUse(tx, use)
  const uses = await listUsesByOrder(tx, order.id)
  const holdsCode = uses.some(({ offerId, codeId }) => codeId !== null && kept.includes(offerId))
  const offers = { offerIds: JSON.stringify(kept), codeId: holdsCode ? order.codeId : null }
  await setOrderOffers(tx, order.id, offers)
  return { ...order, ...offers }
}

function listCharged({ catalogue }: Pick<Deps, 'catalogue'>, order: OrderRow, used: string[]): string[] {
  const item = catalogue.item(order.itemId)
  const offers = catalogue.project(order.project)?.offers.filter(({ id }) => used.includes(id)) ?? []
  const { currency, amountMinor } = order
  if (!item || offers.length < used.length || currency === null || amountMinor === null) return used
  const list = {
    RUB: order.listRubMinor ?? order.priceRubMinor ?? undefined,
    USD: order.listUsdMinor ?? order.priceUsdMinor ?? undefined,
  }
  const { rounding } = catalogue.content().hub
  const winners = listWinners({ ...item, price: list }, { offers, rounding }, { amountMinor, currency })
  if (winners === null) return used
  const counts = (offer: Offer) => winners.includes(offer.id) || ('adds' in offer && offer.adds !== undefined)
  return used.filter((id) => offers.some((offer) => offer.id === id && counts(offer)))
}
