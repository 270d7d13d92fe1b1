import * as z from 'zod'
import type { RefusalCode } from '../refusals.ts'
import { Id, PriceItem, result } from '../shapes.ts'
import { ClaimGift, Gift, OfferCode } from './shapes.ts'

const ProjectId = z.string().min(1).max(64)

export const codeRefusals = ['CODE_NOT_FOUND', 'CODE_USED'] as const satisfies RefusalCode[]

/** Calls of players about offers. */
export const offerRoutes = {
  'POST /offers/prices': {
    summary: 'The price list of a project as this player gets it; a code stays out of the address',
    access: 'player',
    body: z.object({ project: ProjectId, code: OfferCode.optional() }),
    response: result(z.array(PriceItem)),
    refusals: ['PROJECT_NOT_FOUND', ...codeRefusals, 'TOO_MANY_REQUESTS'],
  },
  'GET /offers/gifts': {
    summary: 'The gifts that the player can claim in a project, now or later',
    access: 'player',
    query: z.object({ project: ProjectId }),
    response: result(z.array(Gift)),
    refusals: ['PROJECT_NOT_FOUND'],
  },
  'POST /offers/gifts/claim': {
    summary: 'Claims a gift',
    access: 'player',
    body: ClaimGift,
    response: result(z.object({ purchases: z.array(z.object({ id: Id, itemId: z.string() })) })),
    refusals: [
      'PROJECT_NOT_FOUND',
      'OFFER_NOT_FOUND',
      'LIMIT_REACHED',
      'ITEM_ALREADY_OWNED',
      'ACCOUNT_BANNED',
    ],
  },
} as const satisfies Record<
  string,
  {
    summary: string
    access: 'public' | 'player'
    query?: z.ZodObject
    body?: z.ZodObject
    response: z.ZodType
    refusals: readonly RefusalCode[]
  }
>
