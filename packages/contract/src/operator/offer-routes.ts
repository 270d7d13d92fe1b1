import * as z from 'zod'
import { currencies } from '../money.ts'
import { offerAudiences, offerKinds, offerStates, offerUseStates } from '../offers/kinds.ts'
import { Id, Instant, result } from '../shapes.ts'
import { operatorLimits } from './limits.ts'
import { PersonalName, PlainText } from './personal.ts'
import { ById, PageQuery, project, reason, route, WithReason } from './route.ts'
import { page, Sum } from './shapes.ts'

const Offer = z.string().min(1).max(64)
const Given = z.array(z.object({ itemId: z.string(), quantity: z.int() }))

/** An offer with what it has brought. Money is in minor units, by currency. */
export const OperatorOffer = z
  .object({
    id: z.string(),
    kind: z.enum(offerKinds).nullable().describe('Null for an offer that has left the content'),
    state: z.enum(offerStates),
    from: Instant.nullable().describe('Null: at once'),
    until: Instant.nullable().describe('Exclusive; null: never'),
    items: z.array(z.string()).nullable().describe('Ids; null for all items'),
    audience: z.enum(offerAudiences).nullable(),
    returningDays: z.int().nullable().describe('Days without a play, for `returning`'),
    percent: z.int().nullable(),
    price: z.array(Sum).describe('What each item costs instead'),
    adds: Given,
    usesPerCode: z.int().nullable().describe('Of an offer with codes'),
    codes: z.int().describe('Codes of all batches that are not revoked'),
    uses: z.int().describe('Paid orders, and gifts that were claimed'),
    usesOver: z.int().describe('Of these, paid after their reservation had been released to others'),
    revenue: z.array(Sum).describe('What these orders paid, without refunds and lost disputes'),
    discount: z.array(Sum).describe('By how much they were cheaper than the list price'),
  })
  .meta({ id: 'OperatorOffer' })
export type OperatorOffer = z.infer<typeof OperatorOffer>

export const CodeBatch = z
  .object({
    id: Id,
    project: z.string(),
    offerId: z.string(),
    codes: z.int(),
    used: z.int().describe('Uses of its codes, reserved ones included'),
    uses: z.int().describe('How many uses its codes have in all'),
    createdBy: PlainText,
    createdAt: Instant,
    revokedAt: Instant.nullable(),
  })
  .meta({ id: 'CodeBatch' })
export type CodeBatch = z.infer<typeof CodeBatch>

export const OfferUse = z
  .object({
    id: Id,
    playerId: Id,
    playerName: PersonalName.nullable(),
    orderId: Id,
    batchId: Id.nullable().describe('Null for a use without a code'),
    state: z.enum(offerUseStates),
    currency: z.enum(currencies).nullable(),
    amountMinor: z.int().nullable(),
    createdAt: Instant,
  })
  .meta({ id: 'OfferUse' })
export type OfferUse = z.infer<typeof OfferUse>

/** A row of the export. */
export const OfferUseRow = z.object({
  ...{ id: Id, project: z.string(), offerId: z.string(), playerId: Id, playerName: PersonalName.nullable() },
  ...{ orderId: Id, state: z.enum(offerUseStates), currency: z.enum(currencies).nullable() },
  ...{ amountMinor: z.int().nullable(), discountMinor: z.int().nullable(), createdAt: Instant },
  batchId: Id.nullable().describe('Empty for a use without a code'),
})

/** A row of the export: an offer has one for each currency in which it was used. */
export const OfferSalesRow = z.object({
  ...{
    project: z.string(),
    offerId: z.string(),
    kind: z.enum(offerKinds).nullable(),
    state: z.enum(offerStates),
  },
  from: Instant.nullable().describe('Empty: at once'),
  until: Instant.nullable().describe('Exclusive; empty: never'),
  ...{ codes: z.int(), uses: z.int(), usesOver: z.int() },
  currency: z.enum(currencies).nullable().describe('Empty for an offer without revenue and discount'),
  revenueMinor: z.int().nullable(),
  discountMinor: z.int().nullable(),
})
export type OfferSalesRow = z.infer<typeof OfferSalesRow>

const OfOffer = z.object({ project, offer: Offer })
const offerColumns = ['id', 'kind', 'state', 'from', 'until', 'uses', 'revenue', 'discount', 'codes']
const batchColumns = ['id', 'offerId', 'codes', 'used', 'uses', 'createdBy', 'createdAt', 'revokedAt']
const useColumns = ['createdAt', 'state', 'playerId', 'orderId', 'amountMinor', 'currency', 'batchId']

export const offerRoutes = {
  'GET /offers/{project}': route({
    summary: 'Offers of a project with their uses, revenue and discount: running, scheduled, then ended ones',
    permission: 'offers.read',
    command: { name: 'offers list', arguments: { project: 'project' }, columns: offerColumns },
    params: z.object({ project }),
    query: z.object({ state: z.enum(offerStates).optional() }),
    response: result(z.array(OperatorOffer)),
    refusals: ['PROJECT_NOT_FOUND'],
  }),
  'GET /offers/{project}/{offer}/uses': route({
    summary: 'Uses of an offer, newest first, by players and orders',
    permission: 'offers.read',
    command: {
      name: 'offers uses',
      arguments: { project: 'project', offer: 'offer' },
      columns: useColumns,
    },
    params: OfOffer,
    query: z.object({
      state: z.enum(offerUseStates).optional(),
      batch: Id.optional().describe('Id of a batch of codes'),
      ...PageQuery.shape,
    }),
    response: page(OfferUse),
    refusals: ['PROJECT_NOT_FOUND'],
  }),
  'GET /offers/export': route({
    summary: 'The offers of a project with their uses, revenue and discount in each currency, as CSV',
    permission: 'lists.export',
    isExport: true,
    query: z.object({ project, state: z.enum(offerStates).optional() }),
    response: z.string(),
    refusals: ['PROJECT_NOT_FOUND'],
  }),
  'GET /offer-uses/export': route({
    summary: 'The uses of a project, or of one of its offers, as CSV',
    permission: 'lists.export',
    isExport: true,
    query: z.object({ project, offer: Offer.optional() }),
    response: z.string(),
    refusals: ['PROJECT_NOT_FOUND'],
  }),
  'POST /offers/{project}/{offer}/end': route({
    summary: 'Ends a running offer at once, by a version of the content with nothing else in it',
    permission: 'content.edit',
    needsReauthentication: true,
    command: {
      name: 'offers end',
      arguments: { project: 'project', offer: 'offer' },
      says: 'The offer {offer} of {project} ends at {until}. Every hub uses version {version} within 5 seconds.',
    },
    params: OfOffer,
    body: WithReason,
    response: result(z.object({ until: Instant, version: z.int() })),
    refusals: [
      ...(['PROJECT_NOT_FOUND', 'OFFER_NOT_FOUND', 'OFFER_NOT_RUNNING', 'OPERATOR_FORBIDDEN'] as const),
      ...(['CONTENT_IN_FOLDER', 'CONTENT_INVALID', 'EDIT_CONFLICT'] as const),
    ],
  }),
  'GET /offers/{project}/codes': route({
    summary: 'Batches of codes, newest first, without the codes themselves',
    permission: 'offers.read',
    command: {
      name: 'codes list',
      arguments: { project: 'project', '[offer]': 'offer' },
      columns: batchColumns,
    },
    params: z.object({ project }),
    query: z.object({ offer: Offer.optional(), ...PageQuery.shape }),
    response: page(CodeBatch),
    refusals: ['PROJECT_NOT_FOUND'],
  }),
  'POST /offers/{project}/{offer}/codes': route({
    summary: 'Makes a batch of codes, which are shown once',
    permission: 'codes.manage',
    needsReauthentication: true,
    isIdempotent: true,
    shownOnce: 'codes',
    command: {
      name: 'codes create',
      arguments: { project: 'project', offer: 'offer' },
      says: 'Codes of {offer} in {project}, one a line. They are shown only once.\nTo take them back: npm run hub -- codes list {project} {offer}',
      lists: 'codes',
    },
    params: OfOffer,
    body: z.object({ count: z.int().min(1).max(operatorLimits.codesPerBatch), reason }),
    response: z.object({
      codes: z.array(PlainText).describe('Empty when a repeated call has the same idempotency key'),
    }),
    refusals: ['PROJECT_NOT_FOUND', 'OFFER_NOT_FOUND', 'OFFER_WITHOUT_CODES', 'CODES_TOO_MANY'],
  }),
  'POST /code-batches/{id}/revoke': route({
    summary: 'Takes the codes of a batch back; paid orders keep what they gave',
    permission: 'codes.manage',
    command: {
      name: 'codes revoke',
      arguments: { batch: 'id' },
      says: 'No code of this batch works any more.',
    },
    params: ById,
    body: WithReason,
    response: result(CodeBatch),
    refusals: ['CODE_BATCH_NOT_FOUND'],
  }),
} as const
