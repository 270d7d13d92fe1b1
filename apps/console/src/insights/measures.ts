import type { DetailedDay, Insights } from '@playhub/contract/operator'

/** Props of each part of the screen. */
export type PartProps = {
  query: InsightQuery
  insights: Insights
  /** The business day, which is not over. */
  today: string
}
export type InsightQuery = { project?: string | undefined; from: string; to: string }

type Measure = { [K in keyof DetailedDay]: DetailedDay[K] extends number ? K : never }[keyof DetailedDay]
type SumName = 'revenue' | 'discount' | 'refunded'

/** Fewer say nothing about a change or a share. */
const MIN_PLAYS = 30

export const total = (days: readonly DetailedDay[], name: Measure) =>
  days.reduce((sum, day) => sum + day[name], 0)

/** An amount of one currency. Currencies are never added. */
export const totalMoney = (days: readonly DetailedDay[], name: SumName, currency: string) =>
  days.reduce((sum, day) => sum + getAmount(day, name, currency), 0)

export const getAmount = (day: DetailedDay, name: SumName, currency: string) =>
  day[name].find((one) => one.currency === currency)?.amountMinor ?? 0

/** The first day with something counted; undefined for none. Days are in order. */
export const findFirstDay = (days: readonly DetailedDay[]): string | undefined =>
  days.find(({ views, plays }) => views + plays > 0)?.day

/** Days that have begun, from the first with something counted: an average over others would be too small. */
export const countDays = (days: readonly DetailedDay[], firstDay: string, today: string): number =>
  Math.max(1, days.filter(({ day }) => day >= firstDay && day <= today).length)

export type Change = { kind: 'few' | 'new' | 'same' } | { kind: 'more' | 'less'; share: number }

/** True when most of the earlier time was counted, so that it can be compared with. */
export function isCounted(before: readonly DetailedDay[], firstDay: string): boolean {
  const missed = before.filter(({ day }) => day < firstDay).length
  return missed <= before.length / 4
}

/** @param plays  Plays of both times. */
export function compare(value: number, before: number, plays: readonly [number, number]): Change {
  if (Math.min(...plays) < MIN_PLAYS) return { kind: 'few' }
  if (before === 0) return { kind: value === 0 ? 'same' : 'new' }
  const share = value / before - 1
  // Shown without decimals.
  if (Math.abs(share) < 0.005) return { kind: 'same' }
  return { kind: share > 0 ? 'more' : 'less', share }
}

/** Null when it is of too few to say something. */
export const toShare = (part: number, whole: number): number | null =>
  whole < MIN_PLAYS ? null : part / whole

/** Null for nothing to divide by. */
export const divide = (value: number, by: number): number | null => (by === 0 ? null : value / by)

export const funnelSteps = ['views', 'plays', 'shopOpens', 'checkouts', 'paidOrders'] as const
export type FunnelStep = {
  name: (typeof funnelSteps)[number]
  count: number
  /** Share of the step before; null for the first step, or when that step has too few. */
  share: number | null
  /** Share of the largest step, from 0 to 1. */
  length: number
}

export function listFunnel(days: readonly DetailedDay[]): FunnelStep[] {
  const counts = funnelSteps.map((name) => total(days, name))
  const largest = Math.max(1, ...counts)
  return funnelSteps.map((name, index) => {
    const count = counts[index] ?? 0
    const before = counts[index - 1]
    return {
      name,
      count,
      share: before === undefined ? null : toShare(count, before),
      length: count / largest,
    }
  })
}
