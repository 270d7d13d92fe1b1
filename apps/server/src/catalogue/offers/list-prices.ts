import type { PriceItem } from '@playhub/contract'
import type { Catalogue } from '../catalogue.ts'
import type { Content, Item, Project } from '../content.ts'
import type { Price } from '../fields.ts'
import { toPriceRow } from './price-row.ts'
import { type Facts, findBoundary, type Offering, type Quote, quote, sumParts } from './quote.ts'

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
    const quoted = quote(item, offering, facts, now)
    return toPriceRow(item, {
      quote: quoted,
      saleState: catalogue.saleState(item),
      lowest: catalogue.lowestPrice(item, getStart(offering, quoted) ?? now),
      worth: sumParts(item, catalogue.item),
      hasFirstPurchase: offers.some(
        (offer) => quoted.offerIds.includes(offer.id) && 'for' in offer && offer.for === 'first-purchase',
      ),
    })
  })
}

/** When the latest of the used reductions began; undefined when none has a beginning. */
function getStart({ offers }: Offering, { offerIds }: Quote): number | undefined {
  const starts = offers.flatMap(({ id, kind, from }) =>
    kind !== 'bonus' && from !== undefined && offerIds.includes(id) ? [from] : [],
  )
  return starts.length > 0 ? Math.min(...starts) : undefined
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

/** When a price in the content changes next; null for never. */
export function nextPriceChange({ projects }: Content, now: number): number | null {
  return findBoundary(
    projects.flatMap(({ offers }) => offers),
    now,
  )
}

/** The lowest price that the list showed within 30 days before an instant, in minor units. */
export type FindLowestPrice = (item: Pick<Item, 'id' | 'price'>, before: number) => Price
