import type { Money } from '@playhub/contract'
import type { Item, Offer } from '../../catalogue/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import type { OrderRow } from '../records/tables.ts'
import type { OfferCode } from './entered-code.ts'
import { quoteFor } from './facts.ts'
import { type PricedOrder, refuseChangedPrice, type StoredQuote, storeQuote } from './order-quote.ts'
import { OfferUsedUp, type PlannedUse, planUses, readTime, refuseUsedUp } from './reserve.ts'

/** @throws Refusal ITEM_NOT_FOUND, ITEM_NOT_FOR_SALE, PAYMENTS_METHODS_NOT_EXIST */
export function expectForSale({ catalogue }: Pick<Deps, 'catalogue'>, itemId: string): Item {
  const item = catalogue.item(itemId)
  if (!item) throw new Refusal('ITEM_NOT_FOUND')
  // A game in development sells to its own team.
  const saleState = catalogue.saleState(item)
  if (saleState === 'notForSale') throw new Refusal('ITEM_NOT_FOR_SALE')
  if (saleState === 'noPayments') throw new Refusal('PAYMENTS_METHODS_NOT_EXIST')
  return item
}

type Ordering = {
  playerId: string
  code: OfferCode | null
  /** The order had the code before, so it is dropped where it no longer counts. */
  keepsCode?: boolean
  /** The price that the player has seen. */
  expected?: Money | undefined
}

/** Places an order and reserves what it uses. @throws OfferUsedUp */
type Place = (
  priced: StoredQuote,
  uses: readonly PlannedUse[],
  quoted: { quote: PricedOrder; now: number },
) => Promise<OrderRow>

/**
 * Places an order at its quote. Quotes the item again without an offer that another order of the player has just used up.
 * @throws Refusal PRICE_CHANGED, LIMIT_REACHED, CODE_USED
 */
export async function orderAtQuote(
  deps: Deps,
  item: Item,
  { playerId, code, keepsCode = false, expected }: Ordering,
  place: Place,
): Promise<OrderRow> {
  const offers: readonly Offer[] = deps.catalogue.project(item.project)?.offers ?? []
  const usedUp: string[] = []
  for (;;) {
    const quote = await quoteFor(deps, item, { playerId, codeOffer: code?.offerId, usedUp })
    expectPrice(quote, expected)
    const terms = { item, offers, codeId: code?.codeId ?? null, ...readTime(deps) }
    const uses = planUses(quote, terms)
    try {
      return await place(storeQuote(item, quote, { uses, offers }), uses, { quote, now: terms.now })
    } catch (error) {
      if (!(error instanceof OfferUsedUp)) throw error
      if (!keepsCode || error.use.codeId === null) refuseUsedUp(error, terms)
      usedUp.push(error.use.offerId)
    }
  }
}

/** @throws Refusal PRICE_CHANGED */
export function expectPrice(quote: PricedOrder, expected: Money | undefined): void {
  if (!hasPrice(quote, expected)) throw refuseChangedPrice(quote)
}

export const hasPrice = ({ price }: Pick<PricedOrder, 'price'>, expected: Money | undefined): boolean =>
  !expected || price[expected.currency] === expected.amountMinor
