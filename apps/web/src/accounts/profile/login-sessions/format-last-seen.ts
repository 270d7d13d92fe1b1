import { formatDate } from '../../../lib/language/format-date.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

/** Instants are told to the hour, so that less than two of them may be any minute ago. */
const RECENTLY_MS = 2 * HOUR_MS

/**
 * When somebody was last here: "5 hours ago", "yesterday", "12 days ago", and after a month a date.
 * @returns null for so lately that a number would say more than is known.
 */
export function formatLastSeen(at: number, now: number, language: string): string | null {
  const passedMs = now - at
  if (passedMs < RECENTLY_MS) return null
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  if (passedMs < DAY_MS) return relative.format(-Math.floor(passedMs / HOUR_MS), 'hour')
  if (passedMs < 30 * DAY_MS) return relative.format(-daysBetween(at, now), 'day')
  return formatDate(at, language)
}

/** Midnights passed, where the reader is. */
function daysBetween(at: number, now: number): number {
  return Math.round((midnightBefore(now) - midnightBefore(at)) / DAY_MS)
}

const midnightBefore = (instant: number) => new Date(instant).setHours(0, 0, 0, 0)
