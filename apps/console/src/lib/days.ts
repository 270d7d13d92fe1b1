const DAY_MS = 24 * 60 * 60 * 1000

/** `YYYY-MM-DD`, as the API writes days. */
export function getToday(now: number, timeZone: string): string {
  return new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeZone }).format(now)
}

/** @param days  May be negative. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** "3 Mar 2026", or "March 2026" for a month. */
export function formatPeriod(period: string, language: string): string {
  const isMonth = period.length === 7
  const options: Intl.DateTimeFormatOptions = isMonth
    ? { month: 'long', year: 'numeric', timeZone: 'UTC' }
    : { dateStyle: 'medium', timeZone: 'UTC' }
  return new Intl.DateTimeFormat(language, options).format(Date.parse(isMonth ? `${period}-01` : period))
}

/**
 * The instant at which a day ends.
 * @param day  `YYYY-MM-DD` in the time zone.
 */
export function getDayEnd(day: string, timeZone: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const midnight = Date.UTC(year, month - 1, date + 1)
  // The offset may be another one on either side of the change to summer time.
  const guess = midnight - getOffset(midnight, timeZone)
  return midnight - getOffset(guess, timeZone)
}

/** An instant as a field for date and time has it: `YYYY-MM-DDTHH:mm` in the zone. */
export function toLocalTime(instant: number, timeZone: string): string {
  return new Date(instant + getOffset(instant, timeZone)).toISOString().slice(0, 16)
}

/**
 * What was typed as date and time, with the zone's offset: `2026-12-04T10:00:00+03:00`.
 * @param local  `YYYY-MM-DDTHH:mm`
 */
export function withOffset(local: string, timeZone: string): string {
  const wall = Date.parse(`${local}:00Z`)
  // The offset may be another one on either side of the change to summer time.
  const offset = getOffset(wall - getOffset(wall, timeZone), timeZone)
  const minutes = Math.abs(Math.round(offset / 60_000))
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${local}:00${offset < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
}

/** Milliseconds between the zone's clock and UTC. */
function getOffset(instant: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return Date.parse(`${format.format(instant).replace(' ', 'T')}Z`) - Math.floor(instant / 1_000) * 1_000
}
