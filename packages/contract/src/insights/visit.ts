import * as z from 'zod'
import { maxReferrerLength, maxVisitDay, visitDevices } from './limits.ts'

/** A visit to a page or a play, without identity. */
export const Visit = z
  .object({
    device: z.enum(visitDevices),
    referrer: z
      .string()
      .max(maxReferrerLength)
      .regex(/^[a-z0-9.-]*$/)
      .describe('Host of the page that led here; empty for none'),
  })
  .meta({ id: 'Visit' })
export type Visit = z.infer<typeof Visit>

/** A guest's visit, as their browser knows it. The hub ignores these days for players. */
export const GuestVisit = Visit.extend({
  isFirstToday: z.boolean().describe('The first play of this game on this business day'),
  isFirstEver: z.boolean(),
  dayNumber: z
    .int()
    .min(0)
    .max(maxVisitDay)
    .nullable()
    .describe('Days since the first play; null when unknown or longer ago'),
}).meta({ id: 'GuestVisit' })
export type GuestVisit = z.infer<typeof GuestVisit>

/** A play among the days of its player. */
export type PlayerVisit = Pick<GuestVisit, 'isFirstToday' | 'isFirstEver' | 'dayNumber'>
