import type { PriceItem } from '@playhub/contract'
import type { Catalogue } from '../catalogue.ts'
import type { Item, Project } from '../content.ts'
import type { Price } from '../fields.ts'
import type { Offer } from '../offers/offer-fields.ts'
import { findOffer, listOffers } from '../offers/offer-index.ts'
import { type Facts, findBoundary, isRunning, type Quote, quote, sumParts } from '../offers/quote.ts'
import { toPriceRow } from './price-row.ts'

type PriceSource = Pick<Catalogue, 'content' | 'item' | 'project' | 'projects' | 'saleState' | 'lowestPrice'>

/**
 * One project's items, or every item in the catalogue.
 * @param facts  Of the player. Default: a visitor whom the hub does not know.
 */
export function listPrices(
  catalogue: PriceSource,
  now: number,
  project?: string,
  facts: Facts | null = null,
): PriceItem[] {
  const isWanted = ({ id, outOfCatalog }: Project) => (project ? id === project : !outOfCatalog)
  return catalogue
    .projects()
    .filter(isWanted)
    .flatMap((one) => listProjectPrices(catalogue, one, facts, now))
}

/** @param facts  Of the player; null for a visitor whom the hub does not know. */
export function listProjectPrices(
  catalogue: PriceSource,
  { items, offers }: Project,
  facts: Facts | null,
  now: number,
): PriceItem[] {
  const offering = { offers, rounding: catalogue.content().hub.rounding }
  return items.map((item) => {
    const codes = listOffers(offers, item.id).filter(({ audience }) => audience === 'code')
    const quoted = quote(item, offering, facts, now)
    const used = quoted.offerIds.flatMap((id) => findOffer(offers, id) ?? [])
    return toPriceRow(item, {
      quote: quoted,
      saleState: catalogue.saleState(item),
      lowest: catalogue.lowestPrice(item, quoted.price, getStart(used) ?? now),
      worth: sumParts(item, catalogue.item),
      usesCode: used.some(({ kind }) => kind === 'code'),
      takesCode: codes.some((offer) => isRunning(offer, now)),
      validUntil: findBoundary([...codes, { until: quoted.validUntil ?? undefined }], now),
      hasFirstPurchase: used.some((offer) => 'for' in offer && offer.for === 'first-purchase'),
    })
  })
}

/** When the first of the used reductions began; undefined when none has a beginning. */
function getStart(used: readonly Offer[]): number | undefined {
  const starts = used.flatMap(({ kind, from }) => (kind !== 'bonus' && from !== undefined ? [from] : []))
  return starts.length > 0 ? Math.min(...starts) : undefined
}

/** The lowest price before the offers of an order reduced it. */
export function findLowestBefore(
  catalogue: Pick<Catalogue, 'lowestPrice' | 'project'>,
  item: Item,
  { price, offerIds }: Pick<Quote, 'price' | 'offerIds'>,
  orderedAt: number,
): Price {
  const offers = catalogue.project(item.project)?.offers ?? []
  const used = offerIds.flatMap((id) => findOffer(offers, id) ?? [])
  return catalogue.lowestPrice(item, price, getStart(used) ?? orderedAt)
}

/** What an item costs a player, by the current content. */
export function quoteItem(
  catalogue: Pick<Catalogue, 'content' | 'project'>,
  item: Item,
  facts: Facts | null,
  now: number,
): Quote {
  const offers = catalogue.project(item.project)?.offers ?? []
  return quote(item, { offers, rounding: catalogue.content().hub.rounding }, facts, now)
}

/** When a price of the projects may change next; null for never. */
export function nextPriceChange(projects: readonly Pick<Project, 'offers'>[], now: number): number | null {
  return findBoundary(
    projects.flatMap(({ offers }) => offers),
    now,
  )
}
