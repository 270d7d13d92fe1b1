import type { Offer } from '../../catalogue/index.ts'
import { addDays, dayIn, parseDayStart } from '../../platform/time-zone.ts'

export type LimitPeriod = 'day' | 'week' | 'ever'
export type GiftOffer = Extract<Offer, { kind: 'gift' }>

/** The first day of the period with the instant; empty for ever. */
export function periodKey(per: LimitPeriod, zone: string, now: number): string {
  if (per === 'ever') return ''
  const day = dayIn(zone, now)
  return per === 'day' ? day : addDays(day, -daysSinceMonday(day))
}

/** When the next period begins; null for never. */
export function nextPeriod(per: LimitPeriod, zone: string, now: number): number | null {
  if (per === 'ever') return null
  return parseDayStart(addDays(periodKey(per, zone, now), per === 'day' ? 1 : 7), zone) ?? null
}

const daysSinceMonday = (day: string) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

/** A slot for each of `count` uses in the period. */
export function listSlots(period: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${period}#${index}`)
}
