import * as z from 'zod'
import { insightDimensions } from '../insights/limits.ts'
import { Insights, RetentionRow } from '../insights/shapes.ts'
import { result } from '../shapes.ts'
import { day, project, route } from './route.ts'

export type {
  BuildHealth,
  DetailedDay,
  InsightPart,
  Insights,
  LoadTimes,
  RetentionRow,
} from '../insights/shapes.ts'

/** Default: the last 30 days. */
const Period = { from: day.optional(), to: day.optional() }
const OneProject = z.object({ project: project.optional().describe('Default: all'), ...Period })

/** A row of an export. Amounts are of one currency a column, because each day has one row. */
export const InsightRow = z.object({
  ...{ group: z.string(), views: z.int(), plays: z.int(), players: z.int(), newPlayers: z.int() },
  ...{ playSeconds: z.int(), loads: z.int(), keptPlays: z.int(), crashedPlays: z.int() },
  ...{ failedPlays: z.int(), shopOpens: z.int(), checkouts: z.int().nullable() },
  ...{ paidOrders: z.int().nullable(), payingPlayers: z.int().nullable() },
  firstPayers: z.int().nullable(),
  ...{ rubMinor: z.int().nullable(), usdMinor: z.int().nullable() },
  ...{ rubDiscountMinor: z.int().nullable(), usdDiscountMinor: z.int().nullable() },
  ...{ rubRefundedMinor: z.int().nullable(), usdRefundedMinor: z.int().nullable() },
})
export const InsightEventRow = z.object({
  ...{ event: z.string(), buildNumber: z.int(), count: z.int(), sum: z.number() },
})
export const RetentionExportRow = RetentionRow

export const insightRoutes = {
  'GET /insights': route({
    summary: 'Views, plays, players, retention and sales by day, and what they are made of',
    permission: 'insights.read',
    command: { name: 'insights', arguments: { '[project]': 'project' } },
    query: OneProject,
    response: result(Insights),
    refusals: ['PROJECT_NOT_FOUND'],
  }),
  'GET /insights/export': route({
    summary: 'The same by day, build, device, language, source or kind of player as CSV',
    permission: 'lists.export',
    isExport: true,
    query: OneProject.extend({ by: z.enum(['day', ...insightDimensions]).default('day') }),
    response: z.string(),
    refusals: ['PROJECT_NOT_FOUND'],
  }),
  'GET /insights/retention/export': route({
    summary: 'New players by day, and how many came back, as CSV',
    permission: 'lists.export',
    isExport: true,
    query: OneProject,
    response: z.string(),
    refusals: ['PROJECT_NOT_FOUND'],
  }),
  'GET /insights/events/export': route({
    summary: 'Events of games by name and build as CSV',
    permission: 'lists.export',
    isExport: true,
    query: OneProject,
    response: z.string(),
    refusals: ['PROJECT_NOT_FOUND'],
  }),
} as const
