import type { InsightDimension } from '@playhub/contract/insights/limits'

declare module '../platform/database/database.ts' {
  interface Tables {
    insightDays: InsightDayRow
    insightLoads: InsightLoadRow
    insightEvents: InsightEventRow
    cohortDays: CohortDayRow
    insightSales: InsightSalesRow
  }
}

export const measures = [
  ...(['views', 'plays', 'players', 'newPlayers', 'playSeconds', 'loads'] as const),
  ...(['keptPlays', 'crashedPlays', 'failedPlays', 'shopOpens'] as const),
] as const
export type Measure = (typeof measures)[number]

export const noCounts = Object.fromEntries(measures.map((measure) => [measure, 0])) as Record<Measure, number>

/** Before the names of weeks, and after those of days: a range of days leaves weeks out. */
export const firstWeek = 'w'

/** @param monday  Its first day. */
export const toWeek = (monday: string): string => `${firstWeek}${monday}`

/**
 * Days are business days of the hub, such as `2026-11-30`; a finished week has further rows, such as `w2026-11-23`. The
 * project `*` is the sum of all.
 */
export type InsightDayRow = {
  dimension: InsightDimension | 'all'
  project: string
  day: string
  /** Empty for `all`. */
  value: string
} & Record<Measure, number>

export type InsightLoadRow = {
  project: string
  day: string
  /** 0 for a game at an address of its own. */
  buildNumber: number
  /** A number from `toBucket`. */
  bucket: number
  count: number
}

export type InsightEventRow = {
  project: string
  day: string
  buildNumber: number
  name: string
  count: number
  sum: number
}

/** Players whose first day it was, and who played so many days later. */
export type CohortDayRow = { project: string; firstDay: string; dayNumber: number; count: number }

export type InsightSalesRow = {
  zone: string
  day: string
  /** `*` for all: a day is summed when it has them. */
  project: string
  /** Empty in the row with the counts. */
  currency: string
  checkouts: number
  paidOrders: number
  payingPlayers: number
  firstPayers: number
  revenueMinor: number
  discountMinor: number
  refundedMinor: number
}
