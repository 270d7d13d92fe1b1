import * as z from 'zod'
import { currencies } from '../money.ts'
import { codeCharacters, maxCodeLength, maxOfferIdLength, offerKinds, offerStates } from './kinds.ts'

const OfferId = z.string().min(1).max(maxOfferIdLength)
const CurrencyCode = z.enum(currencies)

/** As players type it; case, spaces and hyphens are ignored. */
export const OfferCode = z.string().trim().min(1).max(maxCodeLength).regex(codeCharacters)

const MoneyShape = z.object({ amountMinor: z.int().describe('Kopecks or cents'), currency: CurrencyCode })

/** The price that the player has seen. */
export const ExpectedPrice = MoneyShape.describe(
  'The price that the player has seen: another one is refused with `PRICE_CHANGED`',
)

export const OrderLine = z
  .object({ itemId: z.string(), quantity: z.int().min(1) })
  .describe('What the player gets')
export type OrderLine = z.infer<typeof OrderLine>

/** What an item costs a player now. */
export const Quote = z
  .object({
    list: z.array(MoneyShape).describe('Without offers, in each currency that the item is sold in'),
    price: z.array(MoneyShape).describe('What is charged'),
    lines: z.array(OrderLine),
    offerIds: z.array(z.string()),
    validUntil: z.int().nullable().describe('When it may change next; null for never'),
  })
  .meta({ id: 'Quote' })
export type Quote = z.infer<typeof Quote>

export const Gift = z
  .object({
    offerId: z.string(),
    items: z.array(z.object({ id: z.string(), quantity: z.int() })),
    availableAt: z.int().nullable().describe('When it can be claimed; null: now'),
    until: z.int().nullable().describe('When the offer ends; null for never'),
  })
  .meta({ id: 'Gift' })
export type Gift = z.infer<typeof Gift>

export const ClaimGift = z.object({ project: z.string().min(1).max(64), offerId: OfferId })

/** An offer as its game's server sees it. */
export const ServerOffer = z
  .object({
    id: z.string(),
    kind: z.enum(offerKinds),
    state: z.enum(offerStates),
    items: z.array(z.string()).nullable().describe('Ids; null for all items'),
    from: z.int().nullable().describe('Null: at once'),
    until: z.int().nullable().describe('Exclusive; null: never'),
    uses: z.int().describe('Paid orders, and gifts that were claimed'),
  })
  .meta({ id: 'ServerOffer' })
export type ServerOffer = z.infer<typeof ServerOffer>
