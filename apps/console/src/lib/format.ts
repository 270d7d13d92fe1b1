const formats = new Map<string, Intl.DateTimeFormat>()

function getFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(language, options)
    formats.set(key, format)
  }
  return format
}

const dayKey = (instant: number, timeZone: string) =>
  getFormat('sv', { dateStyle: 'short', timeZone }).format(instant)

/** "22:50" today, "3 Mar, 22:50" this year, "3 Mar 2025, 22:50" before. */
export function formatInstant(instant: number, now: number, language: string, timeZone: string): string {
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const
  const [day, today] = [dayKey(instant, timeZone), dayKey(now, timeZone)]
  if (day === today) return getFormat(language, time).format(instant)
  const date = { day: 'numeric', month: 'short', ...time } as const
  const isThisYear = day.slice(0, 4) === today.slice(0, 4)
  return getFormat(language, isThisYear ? date : { ...date, year: 'numeric' }).format(instant)
}

/** "Thursday, 26 November 2026 at 22:50:07 GMT+3" */
export function formatFullInstant(instant: number, language: string, timeZone: string): string {
  return getFormat(language, { dateStyle: 'full', timeStyle: 'long', timeZone }).format(instant)
}

/** "Thursday, 26 November 2026" */
export function formatLongDay(instant: number, language: string, timeZone: string): string {
  return getFormat(language, { dateStyle: 'full', timeZone }).format(instant)
}

/** "22:50" */
export function formatTime(instant: number, language: string, timeZone: string): string {
  return getFormat(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone }).format(
    instant,
  )
}

/** "3 March" */
export function formatDay(instant: number, language: string, timeZone: string): string {
  return getFormat(language, { day: 'numeric', month: 'long', timeZone }).format(instant)
}

const MINUTE_MS = 60_000
const units = [
  ['minute', MINUTE_MS, 60],
  ['hour', 60 * MINUTE_MS, 24],
  ['day', 24 * 60 * MINUTE_MS, 30],
] as const

/** "12 min ago", "in 3 hr"; null when more than 30 days away. */
export function formatAge(instant: number, now: number, language: string): string | null {
  const difference = instant - now
  for (const [unit, size, limit] of units) {
    const count = Math.round(difference / size)
    if (Math.abs(count) < limit)
      return new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' }).format(count, unit)
  }
  return null
}

/** "0192…7f3a": enough to recognise an id. */
export function shortenId(id: string): string {
  return id.length <= 14 ? id : `${id.slice(0, 5)}…${id.slice(-6)}`
}

/** "English", from "en". */
export function formatLanguage(code: string, language: string): string {
  return new Intl.DisplayNames(language, { type: 'language' }).of(code) ?? code
}
