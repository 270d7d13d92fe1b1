import * as z from 'zod'
import { currencies } from '../money.ts'
import { buildFaults, insightDimensions } from './limits.ts'

const Day = z.string().describe('`YYYY-MM-DD`, a business day of the hub')
const Sums = z.array(z.object({ amountMinor: z.int(), currency: z.enum(currencies) }))

const measures = {
  views: z.int().describe("Openings of the game's page"),
  plays: z.int(),
  players: z.int().describe('Players of a day; of several days, the sum of these'),
  newPlayers: z.int(),
  playSeconds: z.int().describe('While the game was visible'),
}
const sales = {
  checkouts: z.int().describe('Orders that were begun'),
  paidOrders: z.int(),
  payingPlayers: z.int(),
  revenue: Sums.describe('Paid on this day, without refunds'),
}

/** A day, as game servers and commands read it. */
export const InsightDay = z.object({ day: Day, ...measures, ...sales }).meta({ id: 'InsightDay' })
export type InsightDay = z.infer<typeof InsightDay>

/** New players of a day, and how many of them played on the 1st, 7th and 30th day after it. */
export const RetentionRow = z
  .object({ firstDay: Day, players: z.int(), d1: z.int(), d7: z.int(), d30: z.int() })
  .meta({ id: 'RetentionRow' })
export type RetentionRow = z.infer<typeof RetentionRow>

const findings = {
  loads: z.int().describe('Plays whose game was shown'),
  keptPlays: z.int().describe('Plays longer than a minute'),
  crashedPlays: z.int().describe('The game hung, left its page or did not start'),
  failedPlays: z.int().describe('Plays with an uncaught error'),
  shopOpens: z.int(),
}

export const DetailedDay = InsightDay.extend({
  ...findings,
  firstPayers: z.int().describe('Paid for the first time in this project'),
  discount: Sums.describe('How much less than the list prices'),
  refunded: Sums.describe('Refunds and lost disputes of this day'),
}).meta({ id: 'DetailedInsightDay' })
export type DetailedDay = z.infer<typeof DetailedDay>

/** @property value  A build's number (0: at an address of its own), a device, a language, a source; `new` or `returning`. */
export const InsightPart = z
  .object({ dimension: z.enum(insightDimensions), value: z.string(), ...measures, ...findings })
  .meta({ id: 'InsightPart' })
export type InsightPart = z.infer<typeof InsightPart>

export const LoadTimes = z
  .object({
    buildNumber: z.int().nullable().describe('Null for all'),
    loads: z.int(),
    p50Ms: z.int(),
    p90Ms: z.int(),
  })
  .meta({ id: 'LoadTimes' })
export type LoadTimes = z.infer<typeof LoadTimes>

export const BuildHealth = z
  .object({
    project: z.string(),
    buildNumber: z.int(),
    buildId: z.string(),
    plays: z.int(),
    baselineNumber: z.int().describe('The build before it'),
    /** Null where that build's files are removed. */
    baselineId: z.string().nullable(),
    baselinePlays: z.int(),
    faults: z
      .array(
        z.object({
          kind: z.enum(buildFaults),
          share: z.number().describe('Of the plays, from 0 to 1'),
          baselineShare: z.number(),
        }),
      )
      .describe('What is worse by more than chance; empty for nothing'),
    isJudged: z.boolean().describe('False while one of the builds has too few plays'),
  })
  .meta({ id: 'BuildHealth' })
export type BuildHealth = z.infer<typeof BuildHealth>

/** Every screen of the console. */
export const Insights = z
  .object({
    timeZone: z.string(),
    isOn: z.boolean().describe('False while `hub.yaml insights: off`'),
    hasMoney: z.boolean().describe('False for roles that do not see sales: their sums are empty'),
    from: Day,
    to: Day,
    days: z.array(DetailedDay).describe('Every day from the first to the last one'),
    before: z.array(DetailedDay).describe('As many days before them'),
    payers: z.int().describe('Different paying players of the whole time'),
    payersBefore: z.int(),
    retention: z.array(RetentionRow),
    parts: z.array(InsightPart).describe('The most plays first'),
    loadTimes: z.array(LoadTimes),
    events: z.array(z.object({ name: z.string(), buildNumber: z.int(), count: z.int(), sum: z.number() })),
    marks: z
      .array(z.object({ day: Day, kind: z.enum(['build', 'offer']), project: z.string(), name: z.string() }))
      .describe('Builds and offers that began on a day'),
    health: z.array(BuildHealth).describe('The current build of each game beside the one before it'),
  })
  .meta({ id: 'Insights' })
export type Insights = z.infer<typeof Insights>
