/** Offers of a project's file. */
import * as z from 'zod'
import { Price, Slug } from '../fields.ts'
import { writeRule } from '../files/content-rule.ts'

const Instant = z.iso
  .datetime({ offset: true, error: writeRule('instant') })
  // Unix time in milliseconds once parsed.
  .transform((text) => Date.parse(text))

const maxQuantity = 100
/** Of an order, bonuses included. */
export const maxUnits = 200

const Quantities = z
  .array(
    z.strictObject({
      item: Slug.describe('The id of an item of this project that is not a bundle.'),
      quantity: z.int().min(1).max(maxQuantity).default(1).describe('How many.'),
    }),
  )
  .min(1)
  .max(20)
export type Quantities = z.output<typeof Quantities>

export const Contains = Quantities.describe(
  'Makes the item a bundle: the player gets these items instead of it.',
)

export const periods = ['day', 'week', 'ever'] as const
export type LimitPeriod = (typeof periods)[number]
export const ItemLimit = z
  .strictObject({
    count: z.int().min(1).max(100).describe('How many.'),
    per: z.enum(periods).describe('Days and weeks begin at midnight of `timeZone`, weeks on Monday.'),
  })
  .describe('How many a player can buy in a period.')

const Audience = z
  .union([
    z.enum(['everyone', 'first-purchase', 'paying']),
    z.strictObject({
      returning: z.strictObject({ days: z.int().min(1).max(1000).describe('Days without a play.') }),
    }),
  ])
  .default('everyone')
  .describe(
    'Who gets it: `everyone`, `first-purchase` (has never paid in this project), `paying` (has), or `{ returning: { days: 30 } }` (has not played for that long, and for a day after the return).',
  )
export type Audience = z.output<typeof Audience>

const common = {
  id: Slug.describe('Unique in the project. Orders name the offer by it, so never change it.'),
  items: z
    .union([z.literal('all'), z.array(Slug).min(1).max(500)])
    .describe('The ids of its items, or `all`.'),
  from: Instant.optional().describe(
    'When it begins, with the offset of the time zone, such as `2026-12-04T10:00:00+03:00`. Default: at once.',
  ),
  until: Instant.optional().describe('When it has ended. Default: never.'),
}
const percent = z.int().min(1).max(99).optional().describe('How much less the items cost.')
const price = Price.optional().describe('What each item costs instead, in roubles and dollars.')
const adds = Quantities.describe('What the player gets in addition.')

const Sale = z.strictObject({ ...common, kind: z.literal('sale'), percent, price, for: Audience })
const Bonus = z.strictObject({ ...common, kind: z.literal('bonus'), adds, for: Audience })
const Code = z.strictObject({
  ...common,
  kind: z.literal('code'),
  percent,
  price,
  adds: adds.optional(),
  stacks: z
    .boolean()
    .default(false)
    .describe('`true`: lowers the price of a sale further. `false`: the lower of both prices counts.'),
  uses: z.int().min(1).max(1_000_000).default(1).describe('How often one code can be used in all.'),
  perPlayer: z.int().min(1).max(100).default(1).describe('How many codes of this offer a player can use.'),
})
const Gift = z.strictObject({
  ...common,
  items: z.array(Slug).min(1).max(20).describe('The ids of the items that it gives.'),
  kind: z.literal('gift'),
  every: z
    .enum(['day', 'once'])
    .describe('How often a player can claim it. Days begin at midnight of `timeZone`.'),
  for: Audience,
})

const Offer = z
  .discriminatedUnion('kind', [Sale, Bonus, Code, Gift])
  .refine((offer) => offer.kind !== 'sale' || (offer.percent === undefined) !== (offer.price === undefined), {
    path: ['percent'],
    error: writeRule('percent-or-price'),
  })
  .refine(
    (offer) =>
      offer.kind !== 'code' ||
      (offer.percent === undefined) !== (offer.price === undefined) ||
      (offer.adds !== undefined && offer.percent === undefined),
    { path: ['percent'], error: writeRule('code-gives') },
  )
  .refine(({ from, until }) => from === undefined || until === undefined || from < until, {
    path: ['until'],
    error: writeRule('after', { other: 'from' }),
  })
export type Offer = z.output<typeof Offer>
export type OfferKind = Offer['kind']
export type OfferWithKind<Kind extends OfferKind> = Extract<Offer, { kind: Kind }>

export const Offers = z
  .array(Offer)
  .max(1000)
  .default([])
  .describe('Sales, bonuses, codes and gifts: see [offers](../offers.md).')

export const namesItem = ({ items }: Pick<Offer, 'items'>, itemId: string): boolean =>
  items === 'all' || items.includes(itemId)
