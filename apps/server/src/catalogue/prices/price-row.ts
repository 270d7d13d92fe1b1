import { type Currency, localText, type PriceItem, type SaleState, toMajorUnits } from '@playhub/contract'
import type { Item } from '../content.ts'
import type { Price } from '../fields.ts'
import type { Line, Quote } from '../offers/quote.ts'

type Terms = {
  quote: Quote
  saleState: SaleState
  /** In the 30 days before the reduction. */
  lowest: Price
  /** What a bundle's items cost one by one; a currency in which one of them is not sold is absent. */
  worth: Price | null
  hasFirstPurchase: boolean
  /** An offer with codes that names the item runs. */
  takesCode: boolean
  usesCode: boolean
  /** When the row may change next; null for never. */
  validUntil: number | null
}

/** An item as the price list has it. */
export function toPriceRow(
  item: Item,
  { quote, saleState, lowest, worth, hasFirstPurchase, takesCode, usesCode, validUntil }: Terms,
): PriceItem {
  const { id, gameId, project, title, description, image, imageAlt, once, contains, limit } = item
  const { price, endsAt } = quote
  const adds = listAdded(item, quote)
  return {
    id,
    ...(gameId !== undefined && { gameId }),
    project,
    title,
    description,
    ruTitle: localText(title, 'ru'),
    ruValue: toValue(price, 'RUB'),
    enTitle: localText(title, 'en'),
    enValue: toValue(price, 'USD'),
    logoName: image,
    ...(imageAlt && { imageAlt }),
    ruDescription: localText(description, 'ru'),
    enDescription: localText(description, 'en'),
    ruAmountMinor: price.RUB ?? null,
    enAmountMinor: price.USD ?? null,
    once,
    saleState,
    ...(isReduced(quote) && {
      listRuValue: toValue(quote.list, 'RUB'),
      listEnValue: toValue(quote.list, 'USD'),
      lowestRuValue: toValue(lowest, 'RUB'),
      lowestEnValue: toValue(lowest, 'USD'),
      ...(endsAt !== null && { endsAt: new Date(endsAt).toISOString() }),
    }),
    ...(validUntil !== null && { validUntil: new Date(validUntil).toISOString() }),
    ...(contains && { contains: contains.map(({ item: itemId, quantity }) => ({ id: itemId, quantity })) }),
    ...(worth && { worthRuValue: toValue(worth, 'RUB'), worthEnValue: toValue(worth, 'USD') }),
    ...(adds.length > 0 && { adds: adds.map(({ itemId, quantity }) => ({ id: itemId, quantity })) }),
    ...(takesCode && { takesCode }),
    ...(usesCode && { usesCode }),
    ...(hasFirstPurchase && { firstPurchase: true }),
    ...(limit && { limit }),
  }
}

export function isReduced({ list, price }: Pick<Quote, 'list' | 'price'>): boolean {
  return list.RUB !== price.RUB || list.USD !== price.USD
}

/** What bonuses and codes add to what the item is. */
function listAdded(item: Item, { lines }: Quote): Line[] {
  const own = new Map(
    (item.contains ?? [{ item: item.id, quantity: 1 }]).map(({ item: id, quantity }) => [id, quantity]),
  )
  return lines.flatMap(({ itemId, quantity }) => {
    const added = quantity - (own.get(itemId) ?? 0)
    return added > 0 ? [{ itemId, quantity: added }] : []
  })
}

function toValue(price: Price, currency: Currency): number | null {
  const amountMinor = price[currency]
  return amountMinor === undefined ? null : toMajorUnits({ amountMinor, currency })
}
