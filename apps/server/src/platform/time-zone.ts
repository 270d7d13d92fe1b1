/** Days in a time zone, such as the operator's accounting days. */
import { DAY_MS, MINUTE_MS } from './clock.ts'

/** `until` is exclusive. */
export type Period = { from: number; until: number }

/** @param zone  Example: `Europe/Moscow`. */
export function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined
  } catch {
    return false
  }
}

/** Start of a day in the zone. @param day  `YYYY-MM-DD`. @returns  undefined when there is no such day */
export function parseDayStart(day: string, zone: string): number | undefined {
  const utc = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(utc) || toDay(utc) !== day) return undefined
  // The offset may change between midnight in the zone and midnight in UTC.
  return utc - offsetMs(zone, utc - offsetMs(zone, utc))
}

/** The day of an instant. @returns  `YYYY-MM-DD` */
export function dayIn(zone: string, instant: number): string {
  return toDay(instant + offsetMs(zone, instant))
}

/** @param day  `YYYY-MM-DD`. @returns  `day` itself when there is no such day */
export function addDays(day: string, days: number): string {
  const utc = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(utc) ? day : toDay(utc + days * DAY_MS)
}

/** Every day from the first to the last one. */
export function listDayNames(first: string, last: string): string[] {
  const count = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1
  return Array.from({ length: count }, (_, index) => addDays(first, index))
}

/**
 * From the first day's start to the last day's end.
 * @returns  undefined when a day does not exist, or the first one is after the last one
 */
export function parseDays(first: string, last: string, zone: string): Period | undefined {
  const [from, end, until] = [first, last, addDays(last, 1)].map((day) => parseDayStart(day, zone))
  if (from === undefined || end === undefined || until === undefined || from > end) return undefined
  return { from, until }
}

/** @param month  `YYYY-MM`. @returns  undefined when there is no such month */
export function parseMonth(month: string, zone: string): Period | undefined {
  const from = parseDayStart(`${month}-01`, zone)
  const until = parseDayStart(`${addDays(`${month}-01`, 31).slice(0, 7)}-01`, zone)
  return from === undefined || until === undefined ? undefined : { from, until }
}

/** Such as `2026-12-04T10:00:00+03:00`, to the second. */
export function formatInstant(instant: number, zone: string): string {
  const offset = offsetMs(zone, instant)
  const local = new Date(instant + offset).toISOString().slice(0, 19)
  const minutes = Math.abs(offset) / MINUTE_MS
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${local}${offset < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
}

const toDay = (utc: number) => new Date(utc).toISOString().slice(0, 10)

/** Cuts a period where the zone's offset from UTC changes, such as in spring. */
export function splitByOffset(period: Period, zone: string): (Period & { offsetMs: number })[] {
  const parts: (Period & { offsetMs: number })[] = []
  let { from } = period
  for (let at = from; from < period.until; ) {
    const offset = offsetMs(zone, from)
    const next = Math.min(at + DAY_MS, period.until)
    const hasChanged = offsetMs(zone, next) !== offset
    const end = hasChanged ? firstChange(zone, at, next) : next
    if (hasChanged || end === period.until) {
      parts.push({ from, until: end, offsetMs: offset })
      from = end
    }
    at = end
  }
  return parts
}

/** Minute between two instants at which the offset changes. */
function firstChange(zone: string, before: number, after: number): number {
  const offset = offsetMs(zone, before)
  let [low, high] = [before, after]
  while (high - low > MINUTE_MS) {
    const middle = Math.floor((low + high) / 2)
    if (offsetMs(zone, middle) === offset) low = middle
    else high = middle
  }
  return Math.floor(high / MINUTE_MS) * MINUTE_MS
}

const formats = new Map<string, Intl.DateTimeFormat>()

function offsetMs(zone: string, instant: number): number {
  if (zone === 'UTC') return 0
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  formats.set(zone, format)
  const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = 0, minutes = 0] = /([+-])(\d\d):(\d\d)/.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS
}
