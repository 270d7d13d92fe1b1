import { formatDate } from '../../../lib/language/format-date.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

/** The server reports instants to the hour, so anything below two hours is imprecise. */
const RECENT_MS = 2 * HOUR_MS

/**
 * Formats an instant as "5 hours ago", "yesterday", "12 days ago", and after a month as a date.
 * @returns null within the last two hours, which the caller shows as "recently".
 */
export function formatLastSeen(at: number, now: number, language: string): string | null {
  const passedMs = now - at
  if (passedMs < RECENT_MS) return null
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  if (passedMs < DAY_MS) return relative.format(-Math.floor(passedMs / HOUR_MS), 'hour')
  if (passedMs < 30 * DAY_MS) return relative.format(-daysBetween(at, now), 'day')
  return formatDate(at, language)
}

/** Calendar days in the local time zone. */
function daysBetween(at: number, now: number): number {
  return Math.round((midnightBefore(now) - midnightBefore(at)) / DAY_MS)
}

const midnightBefore = (instant: number) => new Date(instant).setHours(0, 0, 0, 0)
